import PerennialSQLite

/// The reasons of refused writes, with the object, the property and the value if SQLite reports them.
package enum WriteFailure {
  // SQLite's extended codes. Its header computes them by macros, which Swift does not import.
  private static let notNull = SQLITE_CONSTRAINT | 5 << 8
  private static let primaryKey = SQLITE_CONSTRAINT | 6 << 8
  static let unique = SQLITE_CONSTRAINT | 8 << 8

  static func error(
    on connection: Connection, _ change: SaveChange
  ) throws -> SwiftDataError {
    let code = sqlite3_extended_errcode(connection.handle)
    let layout = change.entity.layout
    let identifier = change.model.persistentModelID
    switch code {
    case Self.unique, Self.primaryKey:
      let values = try properties(of: layout, in: message(of: connection)).map {
        "\($0.name) = \(try change.model.sqlValue($0))"
      }
      return .modelValidationFailure.because(
        """
        \(layout.entityName) \(change.rowID): another object has \
        \(values.isEmpty ? "the same key" : values.joined(separator: ", ")), which must be unique
        """, [identifier])
    case Self.notNull:
      let reason = refusal(on: connection, layout) ?? message(of: connection)
      return .modelValidationFailure.because(
        "\(layout.entityName) \(change.rowID): \(reason)", [identifier])
    default:
      return connection.error
    }
  }

  /// Returns the error of a write that has failed. If a constraint of an entity's table has refused the write, the
  /// error says so.
  ///
  /// - Parameter subject: The beginning of the message: the row, or the operation.
  package static func explained(
    _ error: any Error, of subject: String, _ layout: ModelLayout, on connection: Connection
  ) -> any Error {
    guard let refusal = refusal(on: connection, layout) else { return error }
    return SwiftDataError.modelValidationFailure.because(
      "\(subject): \(refusal)", underlying: error)
  }

  /// Returns the reason why a constraint of an entity's table has refused the last write; nil if none has.
  private static func refusal(on connection: Connection, _ layout: ModelLayout) -> String? {
    let code = sqlite3_extended_errcode(connection.handle)
    guard code & 0xff == SQLITE_CONSTRAINT else { return nil }
    let names = properties(of: layout, in: message(of: connection)).map(\.name)
    switch code {
    case Self.unique, Self.primaryKey:
      let list = names.isEmpty ? "key" : names.joined(separator: " and ")
      return "another object has the same \(list), which must be unique"
    case Self.notNull where !names.isEmpty:
      // SQLite has no NaN, and stores NULL for it.
      return "\(names.joined(separator: ", ")) needs a value; a date that is not a number has none"
    default: return message(of: connection)
    }
  }

  private static func message(of connection: Connection) -> String {
    String(cString: sqlite3_errmsg(connection.handle))
  }

  /// Returns the properties whose columns a message of SQLite names.
  private static func properties(of layout: ModelLayout, in message: String) -> [PropertyLayout] {
    layout.properties.filter { property in
      property.columnName.map { message.contains("\(layout.tableName).\($0)") } ?? false
    }
  }
}
