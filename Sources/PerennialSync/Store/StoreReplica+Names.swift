import Perennial
import PerennialRecords
import PerennialReplication

// Objects that get another key, because another device has given their key to its own object.

extension StoreReplica {
  func rename(_ name: RecordName) throws -> RecordName {
    let key = try unusedKey()
    let other = RecordName(rowKey: key)
    if let place = try locate(name) { try move(place, to: key) }
    if let edits = try edits(of: name) {
      try write(nil as LocalEdits?, of: name)
      try write(edits, of: other)
    }
    try renameLinks(to: name, other)
    try renameMissingAssets(of: name, to: other)
    try renameSealedValues(of: name, to: other)
    return other
  }

  private func unusedKey() throws -> Int64 {
    while true {
      let key = transaction.newKey()
      if try locate(RecordName(rowKey: key)) == nil { return key }
    }
  }

  /// Changes the key of a row, and the references to it.
  private func move(_ place: Place, to key: Int64) throws {
    let keys: [SQLValue] = [.integer(key), .integer(place.key)]
    let (root, hierarchies) = (place.entity.tableName, schema.entities)
    try connection.run("UPDATE \(place.entity.table) SET _pk = ?1 WHERE _pk = ?2", keys)
    var event = ChangeSet()
    event.changes[place.entity.name] = .init(deleted: [place.key])
    changes.add(event)
    changes.insert([key], place.entity.entity)
    var tables: Set<String> = []
    for entity in hierarchies {
      for column in entity.columns + entity.derived
      where column.kind == .reference && column.property.destinationLayout?.tableName == root {
        let moved = try connection.integers(
          """
          UPDATE \(entity.table) SET \(column.name) = ?1 WHERE \(column.name) = ?2 RETURNING _pk
          """, keys)
        for row in moved { changes.update(row, column.property.mask, entity.entity) }
      }
      for join in entity.joins where tables.insert(join.tableName).inserted {
        for (column, layout) in [
          ("source", entity.entity.layout), ("target", join.relationship.destination),
        ] where layout.tableName == root {
          try connection.run(
            "UPDATE \(join.table) SET \(column) = ?1 WHERE \(column) = ?2", keys)
        }
      }
    }
  }

  /// Changes the name in the unsent links of other records.
  private func renameLinks(to name: RecordName, _ other: RecordName) throws {
    var sources: [RecordName] = []
    try connection.rows(
      "SELECT name FROM \(SyncTables.edits) WHERE instr(edits, ?) > 0", [.text(name.rawValue)]
    ) { sources.append(RecordName($0.string())) }
    for source in sources {
      guard var edits = try edits(of: source) else { continue }
      edits.rename(name, to: other)
      try write(edits, of: source)
    }
  }
}
