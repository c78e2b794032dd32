public import Foundation

/// A save of the book, as the history of its store has it.
public struct BookTransaction: Equatable, Identifiable, Sendable {
  /// The kinds of changes.
  public enum Kind: String, CaseIterable, Sendable {
    case inserted
    case updated
    case deleted
  }

  /// The changes of one kind to the objects of one entity.
  public struct Changes: Equatable, Sendable {
    public var kind: Kind
    public var entity: String
    public var count: Int
    /// Some of the recipes among the objects. Deleted ones are in ``deleted``.
    public var recipes: [ChangedRecipe]
    /// Some of the objects, if they were deleted.
    public var deleted: [DeletedObject]
  }

  /// A deleted object, by the value that the history preserves of it.
  public enum DeletedObject: Equatable, Sendable {
    /// A recipe, an ingredient or a tag with this name.
    case named(String)
    /// An entry of the log with this date.
    case dated(Date)
  }

  /// The replacement of the whole book, which lists no objects.
  public enum Replacement: Equatable, Sendable {
    /// All objects were deleted.
    case erasure
    /// A backup was restored.
    case restoration
  }

  /// A recipe that was inserted or updated, and is still there.
  public struct ChangedRecipe: Equatable, Identifiable, Sendable {
    public var id: UUID
    public var title: String
    /// The names of the properties that were updated.
    public var properties: [String]
  }

  /// The number of the transaction. Later ones have greater numbers.
  public var id: Int64
  public var date: Date
  /// The name that the context gave; nil if it gave none.
  public var author: String?
  /// The replacement of the whole book; nil for changes of some objects.
  public var replacement: Replacement?
  public var changes: [Changes]
}
