import PerennialRecords

/// A row that may be one of several for one object.
struct MergeRow<Value: FieldValue>: Hashable, Sendable {
  /// The name of the row. A preset's own row has the preset's name.
  let name: RecordName
  /// The row's primary key. Keys ascend in the order of creation.
  let key: Int64
  let identity: MergeIdentity
  /// The time of the last modification, or of the insertion if that is unknown, in milliseconds since
  /// 1970.
  let modified: Int64
  /// The values of the fields, to-one relationships included. References have the names of rows. A
  /// field that is nil is left out, because other rows may have a value for it.
  var values: [String: Value]
  /// The stamps of the fields that have one. The value of any other field is a default, or was written
  /// by an app without stamps.
  var stamps: [String: Stamp] = [:]
  /// The to-many relationships in join tables, in their order. A to-many relationship that is the
  /// inverse of a to-one relationship follows from the references of the other side.
  var links: [String: [RecordName]] = [:]
}
