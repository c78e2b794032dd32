public import Foundation

/// A change of one object in the history of a store.
public struct RowChange: Hashable, Sendable {
  /// The kinds of changes that the history distinguishes.
  public enum Kind: String, Sendable {
    /// The object was inserted.
    case insert
    /// Properties of the object were changed.
    case update
    /// The object was deleted.
    case delete
    /// Links of a relationship with a join table were added.
    case link
    /// Links of a relationship with a join table were removed.
    case unlink
    /// The object has another place in a collection, or the objects of its collection have.
    case order
    /// All objects were erased.
    case erase
    /// The contents of the store were replaced by a backup.
    case restore
  }

  /// The number of the transaction.
  public let transaction: Int64
  /// The time of the transaction.
  public let time: Date
  /// The author of the context; nil if it had none.
  public let author: String?
  /// The name of the program, its process and its number.
  public let process: String
  /// The cause of the transaction, such as `user`; see Documentation/FileFormat.md.
  public let cause: String
  /// The kind of the change; nil for a kind that this version does not know.
  public let kind: Kind?
  /// The names of the changed properties, as they were at that time.
  public let properties: [String]
}
