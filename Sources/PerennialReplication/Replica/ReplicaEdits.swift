public import PerennialRecords

/// The changes of records that the hub has not acknowledged.
public protocol ReplicaEdits {
  /// Returns the changes of a record that are not acknowledged.
  func edits(of name: RecordName) throws -> LocalEdits?
  /// Writes or, with nil, removes the changes of a record.
  func write(_ edits: LocalEdits?, of name: RecordName) throws
  /// Returns the names of records with changes, after a name, in ascending order.
  func editedNames(after name: RecordName?, limit: Int) throws -> [RecordName]
  /// Returns the numbers of these records, up to a limit. Users save while it counts.
  func unsentCount(limit: Int) throws -> UnsentCount
}
