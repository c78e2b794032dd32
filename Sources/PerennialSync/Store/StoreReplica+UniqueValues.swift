import Perennial
import PerennialRecords
import PerennialReplication

// Unique values: the properties that have them, and the records for which they were written.

extension StoreReplica {
  func uniqueFields(ofType type: String) throws -> Set<String> {
    schema.entity(ofType: type)?.uniqueFields ?? []
  }

  func records(
    ofType type: String, claiming value: RecordValue, in field: String
  ) throws -> [RecordName] {
    var names: Set<RecordName> = []
    try connection.rows(
      "SELECT name FROM \(SyncTables.uniqueValues) WHERE type = ? AND field = ? AND value = ?",
      [.text(type), .text(field), .text(try encode([value]))]
    ) { names.insert(RecordName($0.string())) }
    guard let entity = schema.entity(ofType: type),
      let column = entity.columns.first(where: { $0.field == field }),
      let wanted = try column.value(value), wanted != .null
    else { return names.sorted() }
    let keys = try connection.integers(
      """
      SELECT _pk FROM \(entity.table) AS t WHERE \(column.name) = ?\
      \(entity.entity.entity.isOwn(alias: "t"))
      """, [wanted])
    return names.union(keys.map(RecordName.init(rowKey:))).sorted()
  }

  func rows(referencing name: RecordName) throws -> [RecordName] {
    guard let place = try locate(name) else { return [] }
    var keys: Set<Int64> = []
    for entity in schema.entities {
      for column in entity.columns
      where column.kind == .reference
        && column.property.destinationLayout?.tableName == place.entity.tableName
      {
        keys.formUnion(
          try connection.integers(
            "SELECT _pk FROM \(entity.table) WHERE \(column.name) = ?", [.integer(place.key)]))
      }
    }
    for join in schema.joins(to: place.entity) {
      keys.formUnion(
        try connection.integers(
          "SELECT source FROM \(join.table) WHERE target = ?", [.integer(place.key)]))
    }
    return keys.sorted().map(RecordName.init(rowKey:))
  }

  /// Enters the unique values of a record, for ``records(ofType:claiming:in:)``.
  func writeUniqueValues(of tracked: TrackedRecord) throws {
    let record = tracked.acknowledged
    guard let fields = schema.entity(ofType: record.type)?.uniqueFields else { return }
    for field in fields.sorted() {
      let cells = [record.state, tracked.stash].compactMap { $0.cells[field] }
      let values = Set(
        cells.map(\.value) + cells.compactMap(\.base)
          + [record.state.edition?.values[field]].compactMap(\.self))
      for value in values where value != .null {
        try connection.run(
          """
          INSERT OR IGNORE INTO \(SyncTables.uniqueValues) (type, field, value, name) \
          VALUES (?, ?, ?, ?)
          """,
          [
            .text(record.type), .text(field), .text(try encode([value])),
            .text(record.name.rawValue),
          ])
      }
    }
  }
}
