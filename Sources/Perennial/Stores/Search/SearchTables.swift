/// The full-text index of an entity's searchable texts, and the triggers that update it. SQLite's FTS5
/// stores the index beside the entity's table. Documentation/FileFormat.md is the contract.
///
/// The index has no copy of the texts. It reads them from the table.
enum SearchTables {
  private static let prefix = "_perennial_search."

  /// Returns the name of a table's index. The suffix distinguishes it from FTS5's own tables, whatever
  /// the names of entities are.
  static func name(_ table: String) -> String { "\(prefix)\(table).text" }

  /// Creates and fills the indices of entities. Removes all former indices.
  ///
  /// - Parameter entities: The descriptions of all entity tables of the file.
  static func install(_ entities: [EntityDescription], on connection: Connection) throws {
    try removeTriggers(on: connection)
    for name in try names(on: connection) {
      try connection.run("DROP TABLE IF EXISTS \(SQLName.quoted(name))")
    }
    for entity in entities {
      let columns = entity.searchedColumns
      if columns.isEmpty { continue }
      let list = columns.map(SQLName.quoted).joined(separator: ", ")
      let index = SQLName.quoted(name(entity.table))
      try connection.run(
        """
        CREATE VIRTUAL TABLE \(index) USING fts5 (\(list), content = \(SQLName.literal(entity.table)), \
        content_rowid = '_pk', tokenize = 'unicode61 remove_diacritics 2')
        """)
      try rebuild(entity.table, on: connection)
      for statement in triggers(entity.table, columns) { try connection.run(statement) }
    }
  }

  /// Fills the index of a table again.
  static func rebuild(_ table: String, on connection: Connection) throws {
    let index = SQLName.quoted(name(table))
    try connection.run("INSERT INTO \(index) (\(index)) VALUES ('rebuild')")
  }

  /// Returns `true` if a trigger updates an index.
  static func owns(trigger name: String) -> Bool { name.hasPrefix(prefix) }

  /// Removes the index of an entity that will be removed.
  static func remove(_ table: String, on connection: Connection) throws {
    try connection.run("DROP TABLE IF EXISTS \(SQLName.quoted(name(table)))")
  }

  /// Removes the triggers, because SQLite does not change columns that triggers use.
  static func removeTriggers(on connection: Connection) throws {
    try StoreMetadata.dropTriggers(prefix: prefix, on: connection)
  }

  /// Returns the names of the indices that this type has created. FTS5 creates further
  /// tables for each index, and removes them with it.
  private static func names(on connection: Connection) throws -> [String] {
    try connection.strings("SELECT name FROM sqlite_master WHERE type = 'table'").filter {
      $0.hasPrefix(prefix) && $0.hasSuffix(".text")
    }
  }

  private static func triggers(_ table: String, _ columns: [String]) -> [String] {
    let index = SQLName.quoted(name(table))
    let list = columns.map(SQLName.quoted).joined(separator: ", ")
    func values(_ row: String) -> String {
      (["_pk"] + columns.map(SQLName.quoted)).map { "\(row).\($0)" }.joined(separator: ", ")
    }
    let add = "INSERT INTO \(index) (rowid, \(list)) VALUES (\(values("new")))"
    let remove =
      "INSERT INTO \(index) (\(index), rowid, \(list)) VALUES ('delete', \(values("old")))"
    func trigger(_ kind: String, after event: String, actions: String...) -> String {
      """
      CREATE TRIGGER \(SQLName.quoted("\(prefix)\(table).\(kind)")) \
      AFTER \(event) ON \(SQLName.quoted(table)) BEGIN \(actions.joined(separator: "; ")); END
      """
    }
    return [
      trigger("insert", after: "INSERT", actions: add),
      trigger("delete", after: "DELETE", actions: remove),
      trigger("update", after: "UPDATE OF _pk, \(list)", actions: remove, add),
    ]
  }
}
