// The table of the external files: its definition, and the files that it lists.

extension ExternalTables {
  private static let triggerPrefix = "_perennial_external_"

  // MARK: Definition

  /// Returns `true` if a trigger counts references to files.
  static func owns(trigger name: String) -> Bool { name.hasPrefix(triggerPrefix) }

  /// Returns `true` if the file has the table.
  static func exist(on connection: Connection) throws -> Bool {
    try StoreMetadata.hasTable(table, on: connection)
  }

  /// Creates the table and the triggers for entities with external storage, if there are any. Counts
  /// the references to files again.
  ///
  /// - Parameter entities: The descriptions of all entity tables of the file.
  static func install(_ entities: [EntityDescription], on connection: Connection) throws {
    let columns = columns(of: entities)
    let isThere = try exist(on: connection)
    if columns.isEmpty, !isThere { return }
    if !isThere {
      try connection.run(
        """
        CREATE TABLE \(table) (name TEXT PRIMARY KEY NOT NULL, uses INTEGER NOT NULL) \
        STRICT, WITHOUT ROWID
        """)
      try connection.run(
        "CREATE INDEX \"\(table).unused\" ON \(table) (uses) WHERE uses = 0")
    }
    try removeTriggers(on: connection)
    for (table, column) in columns {
      for statement in triggers(table, column) { try connection.run(statement) }
    }
    try recount(entities, on: connection)
  }

  /// Returns the tables and columns with external storage.
  private static func columns(
    of entities: [EntityDescription]
  ) -> [(table: String, column: String)] {
    entities.flatMap { entity in
      entity.properties.compactMap { property in
        property.value?.isExternal == true
          ? property.column.map { (entity.table, $0.name) } : nil
      }
    }
  }

  /// Counts the references to files again.
  static func recount(_ entities: [EntityDescription], on connection: Connection) throws {
    try connection.run("UPDATE \(table) SET uses = 0")
    for (table, column) in columns(of: entities) {
      let value = SQLName.quoted(column)
      try connection.run(
        """
        INSERT INTO \(Self.table) (name, uses) \
        SELECT \(ExternalColumn.name(value)), count(*) FROM \(SQLName.quoted(table)) \
        WHERE \(ExternalColumn.isFile(value)) GROUP BY 1 \
        ON CONFLICT (name) DO UPDATE SET uses = uses + excluded.uses
        """)
    }
  }

  /// Removes the triggers, because SQLite does not change columns that triggers use.
  static func removeTriggers(on connection: Connection) throws {
    try StoreMetadata.dropTriggers(prefix: triggerPrefix, on: connection)
  }

  private static func triggers(_ owner: String, _ column: String) -> [String] {
    let value = SQLName.quoted(column)
    func trigger(_ kind: String, after event: String, when condition: String, action: String)
      -> String
    {
      """
      CREATE TRIGGER \(SQLName.quoted("\(triggerPrefix)\(kind).\(owner).\(column)")) \
      AFTER \(event) ON \(SQLName.quoted(owner)) WHEN \(condition) BEGIN \(action); END
      """
    }
    let new = ExternalColumn.name("new.\(value)")
    // Without a conflict clause: the clause of the statement that runs the trigger would replace it.
    let named = """
      INSERT INTO \(table) (name, uses) SELECT \(new), 0 \
      WHERE NOT EXISTS (SELECT 1 FROM \(table) WHERE name = \(new)); \
      UPDATE \(table) SET uses = uses + 1 WHERE name = \(new)
      """
    let dropped = """
      UPDATE \(table) SET uses = uses - 1 WHERE name = \(ExternalColumn.name("old.\(value)"))
      """
    let isNew = ExternalColumn.isFile("new.\(value)")
    let wasOld = ExternalColumn.isFile("old.\(value)")
    let isOther = "old.\(value) IS NOT new.\(value)"
    return [
      trigger("insert", after: "INSERT", when: isNew, action: named),
      trigger("delete", after: "DELETE", when: wasOld, action: dropped),
      trigger(
        "leave", after: "UPDATE OF \(value)", when: "\(wasOld) AND \(isOther)", action: dropped),
      trigger("come", after: "UPDATE OF \(value)", when: "\(isNew) AND \(isOther)", action: named),
    ]
  }

  // MARK: Contents

  static func hasUnused(on connection: Connection) throws -> Bool {
    try connection.uncountedInteger("SELECT 1 FROM \(table) WHERE uses = 0 LIMIT 1") != nil
  }

  /// Returns the files that neither a row nor a value preserved in the history references.
  static func unused(on connection: Connection) throws -> [String] {
    var names = try connection.strings("SELECT name FROM \(table) WHERE uses = 0")
    if try HistoryTables.exist(on: connection) {
      let preserved = Set(
        try connection.strings(
          """
          SELECT \(ExternalColumn.name("value")) FROM \(HistoryTables.tombstones) \
          WHERE typeof(value) = 'blob' AND \(ExternalColumn.isFile("value"))
          """))
      names.removeAll(where: preserved.contains)
    }
    return names
  }

  /// Returns the files that a row or a value preserved in the history references.
  static func needed(on connection: Connection) throws -> [String] {
    guard try exist(on: connection) else { return [] }
    return try names(on: connection).subtracting(unused(on: connection)).sorted()
  }

  /// Returns all files in the table.
  static func names(on connection: Connection) throws -> Set<String> {
    Set(try connection.strings("SELECT name FROM \(table)"))
  }

  static func forget(_ names: [String], on connection: Connection) throws {
    for name in names {
      try connection.run("DELETE FROM \(table) WHERE name = ?", [.text(name)])
    }
  }
}
