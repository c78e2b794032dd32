package import Perennial

/// A row that may be one of several for one object, as it is in the store.
package struct MergeRow<Value: FieldValue>: Hashable, Sendable {
  /// The row's own name. That of a preset's own row is the preset's.
  package let name: RecordName
  /// The row's primary key. Keys ascend in the order of creation.
  package let key: Int64
  package let identity: MergeIdentity
  /// When the row was last modified, or made if that is not known, in milliseconds since 1970.
  package let modified: Int64
  /// What its fields hold, relationships to one included; references are to rows by their names. A
  /// field that is nil is left out: other rows may have a value for it.
  package var values: [String: Value]
  /// The stamps of the fields that have one. What other fields hold is a default, or was written by an
  /// app without stamps.
  package var stamps: [String: Stamp]
  /// Its relationships to many that are kept as pairs of rows, in their order. Those that are the
  /// inverse of a relationship to one follow from the references of the other side.
  package var links: [String: [RecordName]]

  package init(
    name: RecordName,
    key: Int64,
    identity: MergeIdentity,
    modified: Int64,
    values: [String: Value],
    stamps: [String: Stamp] = [:],
    links: [String: [RecordName]] = [:]
  ) {
    self.name = name
    self.key = key
    self.identity = identity
    self.modified = modified
    self.values = values
    self.stamps = stamps
    self.links = links
  }
}

/// A reference to a row from anywhere in the store.
package struct MergeReference: Hashable, Sendable {
  /// The row that refers.
  package let source: RecordName
  /// Its relationship.
  package let field: String
  package let target: RecordName
  /// The target's place in a relationship to many; nil of one to one.
  package let place: Int64?

  package init(source: RecordName, field: String, target: RecordName, place: Int64? = nil) {
    self.source = source
    self.field = field
    self.target = target
    self.place = place
  }
}
