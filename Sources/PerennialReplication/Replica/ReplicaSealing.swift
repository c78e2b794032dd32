public import PerennialRecords

/// The seals of records on their way to the hub and from it.
public protocol ReplicaSealing {
  /// Returns a record as the hub gets it, with its sealed values encrypted.
  func sealed(_ record: Record) throws -> Record
  /// Returns a record of the hub with the sealed values that this device can read. The other ones stay sealed.
  func opened(_ record: Record) throws -> Record
  /// Returns the fields of a record's changes that cannot be sent yet, because this device has no key to seal them.
  func heldFields(of record: Record) throws -> Set<String>
  /// Returns the approximate number of bytes of the JSON form in which a record is sent.
  func sentByteCount(of record: Record) throws -> Int
}

extension ReplicaSealing {
  /// No value is sealed, unless the store says otherwise.
  public func sealed(_ record: Record) throws -> Record { record }

  /// No value can be read that is sealed, unless the store says otherwise.
  public func opened(_ record: Record) throws -> Record { record }

  /// All fields can be sent, unless the store says otherwise.
  public func heldFields(of record: Record) throws -> Set<String> { [] }

  /// Returns the size of the record as it is, by default.
  public func sentByteCount(of record: Record) throws -> Int { record.byteCount }
}
