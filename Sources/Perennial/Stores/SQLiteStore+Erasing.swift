// The deletion of all rows of a store, or of the entities that its schema does not have.

extension StoreTransaction {
  /// Empties every table.
  func erase() throws {
    for table in try StoreMetadata.tables(on: connection) {
      try connection.run("DELETE FROM \(SQLName.quoted(table))")
    }
    try PresetTables.clear(on: connection)
    changes = .erasure
  }

  /// Removes the entities that the file has and the schema does not.
  ///
  /// - Returns: The names of the removed entities.
  func eraseRetiredEntities() throws -> [String] {
    let wanted = Set(store.entities.map(\.layout.entityName))
    let tables = Set(store.entities.map(\.layout.tableName))
    let retired = try StoreMetadata.descriptions(on: connection).filter {
      !wanted.contains($0.name)
    }
    // A retired class of a remaining hierarchy loses its rows. Its columns stay.
    let (classes, others) = (
      retired.filter { tables.contains($0.table) }, retired.filter { !tables.contains($0.table) }
    )
    let emptied = try StoreMetadata.empty(classes, on: connection)
    for entity in others { try StoreMetadata.remove(entity, on: connection) }
    return emptied + others.map(\.name)
  }
}
