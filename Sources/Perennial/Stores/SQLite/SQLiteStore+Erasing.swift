// The deletion of everything that a store has, or that its schema does not have.

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
  /// - Returns: Their names.
  func eraseRetiredEntities() throws -> [String] {
    let wanted = Set(store.entities.map(\.layout.entityName))
    let tables = Set(store.entities.map(\.layout.tableName))
    let retired = try StoreMetadata.descriptions(on: connection).filter {
      !wanted.contains($0.name)
    }
    // Of a class whose hierarchy goes on the objects go, and the columns stay.
    let (classes, others) = (
      retired.filter { tables.contains($0.table) }, retired.filter { !tables.contains($0.table) }
    )
    let emptied = try StoreMetadata.empty(classes, on: connection)
    for entity in others { try StoreMetadata.remove(entity, on: connection) }
    return emptied + others.map(\.name)
  }
}
