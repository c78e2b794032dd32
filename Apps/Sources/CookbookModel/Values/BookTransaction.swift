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
    /// Some of the recipes among the objects.
    public var recipes: [ChangedRecipe]
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
  public var changes: [Changes]
}
