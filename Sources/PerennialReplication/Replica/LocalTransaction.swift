public import PerennialRecords

/// A transaction of the store's history, with the changes that other devices need.
public struct LocalTransaction: Equatable, Sendable {
  /// The number of the transaction, which is greater than those before.
  public let number: Int64
  /// The stamp of all its changes.
  public let stamp: Stamp
  /// The changes, in their order.
  public let changes: [LocalChange]
  /// `true` if the transaction has further changes, which the store returns the next time.
  public let isPart: Bool

  /// Creates a transaction, or a part of it.
  public init(number: Int64, stamp: Stamp, changes: [LocalChange], isPart: Bool = false) {
    self.isPart = isPart
    self.number = number
    self.stamp = stamp
    self.changes = changes
  }
}

/// A change of a transaction. What a hub has sent, and what a migration has written, is none.
public enum LocalChange: Equatable, Sendable {
  /// The user has inserted an object, or a deletion was undone.
  case insertion(RecordName)
  /// The user has inserted an object that has turned out to be this one. The changed fields follow as an update.
  case upsert(RecordName)
  /// The user has changed fields of an object.
  case update(RecordName, fields: [String])
  /// The user has deleted an object.
  case deletion(RecordName)
  /// The user has added a link.
  case link(RecordName, field: String, to: RecordName)
  /// The user has removed a link.
  case unlink(RecordName, field: String, from: RecordName)
  /// The user has given a link another place in a collection at one of its ends.
  case order(RecordName, field: String, to: RecordName)
  /// A catalog has inserted or updated a preset.
  case offer(RecordName)
  /// A preset was reset, or one of its fields. Its earlier edits are discarded.
  case reset(RecordName, field: String?)
  /// All presets of an entity were reset, or all presets.
  case resetAll(type: String?)
}
