public import Foundation

/// A change of one object in the history of a store.
public struct RowChange: Hashable, Sendable {
  /// The kinds of changes that the history distinguishes.
  public enum Kind: String, Sendable {
    case insert, update, delete
    /// Links were added to or removed from a relationship with a join table.
    case link, unlink
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
