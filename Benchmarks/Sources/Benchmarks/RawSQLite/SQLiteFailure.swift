import GRDBSQLite

/// SQLite said no.
struct SQLiteFailure: Error, CustomStringConvertible {
  let code: Int32
  let description: String

  init(_ code: Int32, _ connection: OpaquePointer?) {
    self.code = code
    description = "SQLite \(code): " + String(cString: sqlite3_errmsg(connection))
  }
}
