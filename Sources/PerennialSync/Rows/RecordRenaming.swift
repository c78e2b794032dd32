import Perennial
import PerennialRecords
import PerennialReplication

/// The renaming of objects whose key another device has given to its own object.
struct RecordRenaming {
  let sync: SyncTransaction
  let editTable: LocalEditTable
  let missing: MissingAssetTable
  let sealedValues: SealedValueTable
  let substituted: SubstitutedValueTable

  private var connection: Connection { sync.connection }

  /// Gives an object another key. References follow.
  func rename(_ name: RecordName) throws -> RecordName {
    let key = try unusedKey()
    let other = RecordName(rowKey: key)
    if let location = try sync.locate(name) { try move(location, to: key) }
    if let edits = try editTable.edits(of: name) {
      try editTable.write(nil as LocalEdits?, of: name)
      try editTable.write(edits, of: other)
    }
    try editTable.renameLinks(to: name, other)
    try missing.rename(name, to: other)
    try sealedValues.rename(name, to: other)
    try substituted.rename(name, to: other)
    return other
  }

  private func unusedKey() throws -> Int64 {
    while true {
      let key = sync.transaction.newKey()
      if try sync.locate(RecordName(rowKey: key)) == nil { return key }
    }
  }

  /// Changes the key of a row, and the references to it.
  private func move(_ location: RowLocation, to key: Int64) throws {
    let keys: [SQLValue] = [.integer(key), .integer(location.key)]
    let (root, hierarchies) = (location.entity.tableName, sync.schema.entities)
    try connection.run("UPDATE \(location.entity.table) SET _pk = ?1 WHERE _pk = ?2", keys)
    var event = ChangeSet()
    event.changes[location.entity.name] = .init(deleted: [location.key])
    sync.changes.add(event)
    sync.changes.insert([key], location.entity.containerEntity)
    var tables: Set<String> = []
    for entity in hierarchies {
      for column in entity.columns + entity.derived
      where column.kind == .reference && column.property.destinationLayout?.tableName == root {
        let moved = try connection.integers(
          """
          UPDATE \(entity.table) SET \(column.name) = ?1 WHERE \(column.name) = ?2 RETURNING _pk
          """, keys)
        for row in moved {
          sync.changes.update(row, mask: column.property.mask, of: entity.containerEntity)
        }
      }
      for join in entity.joins where tables.insert(join.tableName).inserted {
        for (column, layout) in [
          ("source", entity.containerEntity.layout), ("target", join.relationship.destination),
        ] where layout.tableName == root {
          try connection.run(
            "UPDATE \(join.table) SET \(column) = ?1 WHERE \(column) = ?2", keys)
        }
      }
    }
  }
}
