/// Triggers that replace foreign keys in a transaction in which foreign keys are off.
///
/// A migration rebuilds tables, which needs foreign keys to be off. SQLite does not turn them on again before
/// the transaction ends. While code of the program deletes objects in this transaction, temporary triggers of
/// the connection set the references to them to NULL and delete their links.
enum ReferenceTriggers {
  private static let prefix = "_perennial_key_"

  static func create(on connection: Connection) throws {
    for key in try keys(on: connection) {
      let column = SQLName.quoted(key.column)
      let table = SQLName.quoted(key.table)
      let action =
        key.isCascade
        ? "DELETE FROM \(table) WHERE \(column) = old._pk"
        : "UPDATE \(table) SET \(column) = NULL WHERE \(column) = old._pk"
      try connection.run(
        """
        CREATE TEMP TRIGGER \(SQLName.quoted("\(prefix)\(key.table).\(key.column)")) \
        AFTER DELETE ON \(SQLName.quoted(key.parent)) BEGIN \(action); END
        """)
    }
  }

  static func drop(on connection: Connection) throws {
    for name in try connection.strings(
      "SELECT name FROM sqlite_temp_master WHERE type = 'trigger'")
    where name.hasPrefix(prefix) {
      try connection.run("DROP TRIGGER temp.\(SQLName.quoted(name))")
    }
  }

  /// Throws if a reference has no row that it refers to.
  static func check(on connection: Connection, table: String? = nil) throws {
    let found = try connection.danglingReferences(in: table) { "references a missing \($0)" }
    if found.isEmpty { return }
    throw SwiftDataError.migrationFailure.because(
      """
      \(connection.path): references would be broken: \(found). The store \
      is unchanged.
      """)
  }

  private struct Key {
    let table: String
    let column: String
    let parent: String
    let isCascade: Bool
  }

  private static func keys(on connection: Connection) throws -> [Key] {
    try connection.map(
      """
      SELECT m.name, k."from", k."table", k.on_delete \
      FROM sqlite_master AS m, pragma_foreign_key_list(m.name) AS k WHERE m.type = 'table'
      """
    ) { row in
      Key(
        table: row.string(), column: row.string(), parent: row.string(),
        isCascade: row.string() == "CASCADE")
    }
  }
}
