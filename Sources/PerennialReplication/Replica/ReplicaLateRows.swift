public import PerennialRecords

/// The rows that another version of the program has written: they do not show all that their records have.
public protocol ReplicaLateRows {
  /// Returns the next records whose rows were written by another version of the program, in the order of their names.
  func lateRecords(limit: Int) throws -> [RecordName]
  /// Notes that the rows of the next of these records are written again; without a record, that there are no others.
  func noteRewritten(_ names: [RecordName]) throws
  /// Returns the fields of a record that its row does not show, because another version of the program has written it.
  func lateFields(of name: RecordName, ofType type: String) throws -> Set<String>

  /// Returns those of these fields that the program that has written the row did not have. The row has their declared
  /// defaults, and what the user has added to them since.
  func absentFields(of name: RecordName, ofType type: String) throws -> Set<String>
}

extension ReplicaLateRows {
  /// All rows were written by the same version of the program, unless the store says otherwise.
  public func lateRecords(limit: Int) throws -> [RecordName] { [] }

  /// No row lacks a field, unless the store says otherwise.
  public func absentFields(of name: RecordName, ofType type: String) throws -> Set<String> { [] }

  /// No row is late, unless the store says otherwise.
  public func noteRewritten(_ names: [RecordName]) throws {}

  /// No row is late, unless the store says otherwise.
  public func lateFields(of name: RecordName, ofType type: String) throws -> Set<String> { [] }
}
