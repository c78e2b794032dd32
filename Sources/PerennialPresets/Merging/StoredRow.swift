import Perennial
import PerennialRecords

/// A row that may be one of several for one object, as a store has it.
struct StoredRow {
  let entity: ContainerEntity
  let key: Int64
  let identity: MergeIdentity
  /// The time of the last modification, or of the insertion if that is unknown, in milliseconds since
  /// 1970; 0 for a preset's own row.
  let modified: Int64
  /// The attributes and the to-one relationships, by name. Values in files have the form that they have in a
  /// row.
  var values: [String: SQLValue] = [:]
  /// The metadata of a preset's own row.
  var metadata: PresetMetadata?
  /// The members of many-to-many relationships, in their order. Only the relationships that lead their join
  /// table are included; see ``RelationshipLayout/isLeading``.
  var links: [String: [Int64]] = [:]

  var name: RecordName { RecordName(ofRow: key, entity.layout) }
}

extension RecordName {
  /// Creates the name of a row: the root of its hierarchy, and its key.
  init(ofRow key: Int64, _ layout: ModelLayout) {
    self.init("\(layout.root.entityName)/\(key)")
  }

  /// The key of the row; nil for the name of another record.
  var rowKey: Int64? { rawValue.split(separator: "/").last.flatMap { Int64($0) } }
}
