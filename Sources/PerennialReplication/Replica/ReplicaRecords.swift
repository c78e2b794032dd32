public import PerennialRecords

/// The records that a device knows: what the hub has of each, and what is to be sent to it.
public protocol ReplicaRecords {
  /// Returns the knowledge of a record; for a local object or preset without any, the knowledge that the hub
  /// has nothing. The result is nil for a record that is neither here nor known.
  func tracked(_ name: RecordName) throws -> TrackedRecord?
  /// Writes or, with nil, removes the knowledge of a record.
  func write(_ tracked: TrackedRecord?, named name: RecordName) throws
  /// Returns the names of known records that the hub had and that a complete reading did not contain.
  func names(notIn reading: Int) throws -> [RecordName]
  /// The records that were merged into others.
  var redirects: Redirects { get throws }
  /// Returns the records whose acknowledged state references a record, or whose changes that are kept apart do.
  func records(referencing name: RecordName) throws -> [RecordName]
  /// Returns the records of an entity for which a unique value was written, or which show it.
  ///
  /// These are the records whose row, catalog, acknowledged state or ``TrackedRecord/detachedChanges`` has the value,
  /// or has it as the base of an edit. A store needs an index of these values.
  func records(
    ofType type: String, claiming value: RecordValue, in field: String
  ) throws -> [RecordName]
  /// Returns the records of an entity for which values that are unique together were written, or which show them:
  /// each value as for a field that is unique by itself.
  func records(
    ofType type: String, claiming values: [RecordValue], in fields: [String]
  ) throws -> [RecordName]
  /// The records whose rows do not show the unique values that were written, or that are left out: those with
  /// ``TrackedRecord/displacedValues`` or with ``TrackedRecord/isLeftOut``. A store needs an index of them.
  var displacedRecords: [RecordName] { get throws }
}

extension ReplicaRecords {
  /// No record has a unique value, unless the store says otherwise.
  public func records(
    ofType type: String, claiming value: RecordValue, in field: String
  ) throws -> [RecordName] { [] }

  /// No record has values that are unique together, unless the store says otherwise.
  public func records(
    ofType type: String, claiming values: [RecordValue], in fields: [String]
  ) throws -> [RecordName] { [] }

  /// No row lacks a unique value, unless the store says otherwise.
  public var displacedRecords: [RecordName] { get throws { [] } }
}
