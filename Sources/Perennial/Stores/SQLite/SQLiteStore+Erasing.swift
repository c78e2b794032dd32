// What empties a store.

extension SQLiteStore {
  /// Empties every table.
  ///
  /// - Parameter next: What else has to be done before this is committed.
  /// - Returns: The number of the transaction in the history.
  func erase(with next: () throws -> Void) throws -> Int64? {
    try checkIsIdle()
    let entered: (number: Int64, previous: Int64)? = try writeUnchecked { connection in
      for table in try StoreMetadata.tables(on: connection) {
        try connection.run("DELETE FROM \(SQLName.quoted(table))")
      }
      try PresetTables.clear(on: connection)
      let entry = try history.map { try HistoryWriter($0, on: connection) }
      let number = try entry?.writeErasure()
      try next()
      guard let entry, let number else { return nil }
      return (number, entry.previous)
    }
    if let entered { history?.didCommit(entered.number, after: entered.previous) }
    return entered?.number
  }

  /// Removes the entities that the file has and the schema does not.
  ///
  /// - Parameter next: What else has to be done before this is committed.
  func eraseRetiredEntities(with next: () throws -> Void) throws -> [String] {
    let wanted = Set(entities.map(\.layout.entityName))
    let tables = Set(entities.map(\.layout.tableName))
    return try writeUnchecked { connection in
      let retired = try StoreMetadata.descriptions(on: connection).filter {
        !wanted.contains($0.name)
      }
      // Of a class whose hierarchy goes on the objects go, and the columns stay.
      let (classes, others) = (
        retired.filter { tables.contains($0.table) }, retired.filter { !tables.contains($0.table) }
      )
      let emptied = try StoreMetadata.empty(classes, on: connection)
      for entity in others { try StoreMetadata.remove(entity, on: connection) }
      try next()
      return emptied + others.map(\.name)
    }
  }
}
