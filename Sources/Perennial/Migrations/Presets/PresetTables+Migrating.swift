extension PresetTables {
  /// Updates the preset metadata and the catalog records after migrations that rename or remove fields.
  static func rename(_ migrations: [TableMigration], on connection: Connection) throws {
    guard try exist(on: connection) else { return }
    let renamings = migrations.map(FieldRenaming.init).filter { !$0.isEmpty }
    if renamings.isEmpty { return }
    for renaming in renamings where try concern(renaming.table.table, on: connection) {
      try renameStamps(renaming, on: connection)
      try renameStampsOfDeleted(renaming, on: connection)
    }
    try renameContents(renamings, on: connection)
  }

  private static func renameStamps(
    _ renaming: FieldRenaming, on connection: Connection
  ) throws {
    let (name, preset) = (SQLName.quoted(renaming.table.table), SQLName.preset)
    let entity =
      renaming.table.sharing == nil ? SQLName.literal(renaming.table.name) : SQLName.entity
    var changed: [(key: Int64, mark: PresetMetadata)] = []
    try connection.rows(
      "SELECT _pk, \(entity), \(preset) FROM \(name) WHERE \(PresetMetadata.isStamped(preset))"
    ) { row in
      let (key, entity) = (row.int64(), row.string())
      if let mark = renaming.renamed(row.string(), of: entity) { changed.append((key, mark)) }
    }
    let statement = try connection.statement("UPDATE \(name) SET \(preset) = ? WHERE _pk = ?")
    for (key, mark) in changed {
      try connection.run(statement) { binder in
        binder.bind(verbatim: mark.text)
        binder.bind(key)
      }
    }
  }

  private static func renameStampsOfDeleted(
    _ renaming: FieldRenaming, on connection: Connection
  ) throws {
    let statement = try connection.statement(
      "UPDATE \(deleted) SET preset = ? WHERE entity = ? AND pk = ?")
    for entity in renaming.entities {
      var changed: [(key: Int64, mark: PresetMetadata)] = []
      try connection.rows(
        """
        SELECT pk, preset FROM \(deleted) WHERE entity = ? AND \(PresetMetadata.isStamped("preset"))
        """, [.text(entity)]
      ) { row in
        let key = row.int64()
        if let mark = renaming.renamed(row.string(), of: entity) { changed.append((key, mark)) }
      }
      for (key, mark) in changed {
        try connection.run(statement) { binder in
          binder.bind(verbatim: mark.text)
          binder.bind(entity)
          binder.bind(key)
        }
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
