public import Foundation

/// A transaction in the history of a store: a save of a context.
public struct AppleTransaction: Hashable, Sendable {
  /// The number of the transaction. Later ones have greater numbers.
  public let number: Int64
  /// The time of the save.
  public let date: Date
  /// The author that the program gave to the context; nil if it gave none.
  public let author: String?
  /// The name of the context; nil if the program gave none.
  public let contextName: String?
  /// The identifier of the program's bundle.
  public let bundle: String?
  /// The name of the process.
  public let process: String?
  /// The number of changed objects.
  public let changeCount: Int

  /// Creates a value; for tests, which write stores.
  package init(
    number: Int64, date: Date, author: String?, contextName: String?, bundle: String?,
    process: String?, changeCount: Int
  ) {
    self.number = number
    self.date = date
    self.author = author
    self.contextName = contextName
    self.bundle = bundle
    self.process = process
    self.changeCount = changeCount
  }
}

/// A change of an object in a transaction.
public struct AppleChange: Hashable, Sendable {
  /// The kind of a change.
  public enum Kind: Hashable, Sendable {
    /// The object was inserted.
    case insertion
    /// Properties of the object were changed.
    case update
    /// The object was deleted.
    case deletion
    /// A change that this version does not know, by its number.
    case other(Int64)
  }

  /// The number of the change.
  public let number: Int64
  /// The kind of the change.
  public let kind: Kind
  /// The changed object; its row may have been deleted since. Nil if its entity is none of the model.
  public let object: AppleReference?

  /// Creates a value; for tests, which write stores.
  package init(number: Int64, kind: Kind, object: AppleReference?) {
    self.number = number
    self.kind = kind
    self.object = object
  }
}
