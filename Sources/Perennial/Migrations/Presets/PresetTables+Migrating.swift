extension PresetTables {
  /// Updates the preset metadata and the catalog records after migrations that rename or remove fields.
  static func rename(_ migrations: [TableMigration], on connection: Connection) throws {
    guard try exist(on: connection) else { return }
    let renamings = migrations.map(FieldRenaming.init).filter { !$0.isEmpty }
    if renamings.isEmpty { return }
    for renaming in renamings where try concern(renaming.table.table, on: connection) {
      let table = renaming.table
      try renameStamps(
        renaming, in: (SQLName.quoted(table.table), SQLName.primaryKey, SQLName.preset),
        of: table.nameSQL(), on: connection)
      for entity in renaming.entities {
        try renameStamps(
          renaming, in: (deleted, "pk", "preset"), of: "entity", where: "entity = ?",
          [.text(entity)], on: connection)
      }
    }
    try renameContents(renamings, on: connection)
  }

  /// Updates the metadata in a column.
  ///
  /// - Parameters:
  ///   - place: The table, its column of keys, and the column with the metadata.
  ///   - entity: The SQL expression for the name of a row's entity.
  private static func renameStamps(
    _ renaming: FieldRenaming, in place: (table: String, key: String, column: String),
    of entity: String, where condition: String = "TRUE", _ bindings: [SQLValue] = [],
    on connection: Connection
  ) throws {
    let (table, key, column) = place
    var changed: [(key: Int64, entity: String, mark: PresetMetadata)] = []
    try connection.rows(
      """
      SELECT \(key), \(entity), \(column) FROM \(table) \
      WHERE \(PresetMetadata.isStamped(column)) AND \(condition)
      """, bindings
    ) { row in
      let (key, entity) = (row.int64(), row.string())
      if let mark = renaming.renamed(row.string(), of: entity) {
        changed.append((key, entity, mark))
      }
    }
    let statement = try connection.statement(
      "UPDATE \(table) SET \(column) = ? WHERE \(key) = ? AND \(entity) = ?")
    for (key, entity, mark) in changed {
      try connection.run(statement) { binder in
        binder.bind(verbatim: mark.text)
        binder.bind(key)
        binder.bind(verbatim: entity)
      }
    }
  }

  /// Renames the fields in the contents of catalogs. Changes of fields that are not listed there do not count
  /// as edits.
  private static func renameContents(
    _ renamings: [FieldRenaming], on connection: Connection
  ) throws {
    var changed: [(catalog: String, fields: [String: [String]])] = []
    try connection.rows("SELECT name, contents FROM \(catalogs)") { row in
      let catalog = row.string()
      // Damaged contents are left as they are; the code that reads them throws.
      guard let former = try? CatalogRecord.fields(row.string()) else { return }
      var fields = former
      for renaming in renamings {
        for entity in renaming.entities {
          fields[entity] = former[entity]?.compactMap { renaming.name(of: $0, in: entity) }
        }
      }
      if fields != former { changed.append((catalog, fields)) }
    }
    for (catalog, fields) in changed {
      try connection.run(
        "UPDATE \(catalogs) SET contents = ? WHERE name = ?",
        [.text(try CatalogRecord.text(of: fields)), .text(catalog)])
    }
  }
}
