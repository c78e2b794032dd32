import PerennialSQLite

/// Creates the errors of refused writes, with the object, the property and the value if SQLite reports
/// them.
enum WriteFailure {
  // SQLite's extended codes. Its header computes them by macros, which Swift does not import.
  private static let notNull = SQLITE_CONSTRAINT | 5 << 8
  private static let primaryKey = SQLITE_CONSTRAINT | 6 << 8
  static let unique = SQLITE_CONSTRAINT | 8 << 8

  static func error(
    on connection: Connection, _ change: RowChange
  ) throws -> SwiftDataError {
    let code = sqlite3_extended_errcode(connection.handle)
    let layout = change.entity.layout
    let identifier = change.model.persistentModelID
    switch code {
    case Self.unique, Self.primaryKey:
      let message = String(cString: sqlite3_errmsg(connection.handle))
      let names = layout.properties.filter { property in
        property.columnName.map { message.contains("\(layout.tableName).\($0)") } ?? false
      }
      let values = try names.map { "\($0.name) = \(try change.model.sqlValue($0))" }
      return .modelValidationFailure.because(
        """
        \(layout.entityName) \(change.rowID): another object has \
        \(values.isEmpty ? "the same key" : values.joined(separator: ", ")), which must be unique
        """, [identifier])
    case Self.notNull:
      return .modelValidationFailure.because(
        "\(layout.entityName): \(String(cString: sqlite3_errmsg(connection.handle)))",
        [identifier])
    default:
      return connection.error
    }
  }
}
