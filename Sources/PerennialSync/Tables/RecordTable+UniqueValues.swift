import Perennial
import PerennialRecords
import PerennialReplication

// Unique values: the records for which they were written.

extension RecordTable {
  /// Returns the records that have, or were given, a unique value.
  func records(
    ofType type: String, claiming value: RecordValue, in field: String
  ) throws -> [RecordName] {
    try records(ofType: type, claiming: [value], in: [field])
  }

  /// Returns the records that have, or were given, values that are unique together.
  func records(
    ofType type: String, claiming values: [RecordValue], in fields: [String]
  ) throws -> [RecordName] {
    let claims = try connection.map(
      "SELECT name FROM \(SyncTables.uniqueValues) WHERE type = ? AND field = ? AND value = ?",
      [.text(type), .text(Self.entry(of: fields)), .text(try sync.encode(values))]
    ) { RecordName($0.string()) }
    let names = Set(claims)
    guard let entity = sync.schema.entity(ofType: type) else { return names.sorted() }
    var (conditions, wanted): ([String], [SQLValue]) = ([], [])
    for (field, value) in zip(fields, values) {
      guard let column = entity.column(ofField: field), let known = try column.value(value),
        known != .null
      else { return names.sorted() }
      conditions.append("\(column.name) = ?")
      wanted.append(known)
    }
    let keys = try connection.integers(
      """
      SELECT _pk FROM \(entity.table) AS t WHERE \(conditions.joined(separator: " AND "))\
      \(entity.containerEntity.table.isOwn(alias: "t"))
      """, wanted)
    return names.union(keys.map(RecordName.init(rowKey:))).sorted()
  }

  /// Returns the entry for fields in the index of unique values: `code`, or `code+hall`.
  private static func entry(of fields: [String]) -> String { fields.joined(separator: "+") }

  /// The records whose rows do not show the unique values that were written, or that are left out.
  var displacedRecords: [RecordName] {
    get throws {
      try connection.map(
        "SELECT name FROM \(SyncTables.records) WHERE \(SyncTables.isDisplaced) ORDER BY name"
      ) { RecordName($0.string()) }
    }
  }

  /// Enters the unique values of a record, for ``records(ofType:claiming:in:)``.
  func writeUniqueValues(of tracked: TrackedRecord) throws {
    let record = tracked.acknowledged
    guard let entity = sync.schema.entity(ofType: record.type) else { return }
    func values(_ field: String) -> [RecordValue] {
      let cells = [record.state, tracked.detachedChanges].compactMap { $0.edits[field] }
      return Set(
        cells.map(\.value) + cells.compactMap(\.base)
          + [record.state.catalogVersion?.values[field]].compactMap(\.self)
      ).subtracting([.null]).sorted()
    }
    for fields in entity.uniqueFields.sorted().map({ [$0] }) + entity.uniqueGroups {
      for values in fields.map(values).combinations {
        try connection.run(
          """
          INSERT OR IGNORE INTO \(SyncTables.uniqueValues) (type, field, value, name) \
          VALUES (?, ?, ?, ?)
          """,
          [
            .text(record.type), .text(Self.entry(of: fields)), .text(try sync.encode(values)),
            .text(record.name.rawValue),
          ])
      }
    }
  }
}
