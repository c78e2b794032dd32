import PerennialSQLite

/// Converts SQLite's failures to errors of the framework, with the file, the code and advice.
enum SQLiteFailure {
  static func error(
    on connection: OpaquePointer, path: String, doing sql: String? = nil
  ) -> SwiftDataError {
    error(
      code: sqlite3_extended_errcode(connection),
      message: String(cString: sqlite3_errmsg(connection)), path: path, doing: sql)
  }

  static func error(
    code: Int32, message: String, path: String, doing sql: String?
  ) -> SwiftDataError {
    let advice =
      switch code & 0xFF {
      case SQLITE_FULL: "The disk is full, and nothing was written. Free some space."
      case SQLITE_READONLY: "The file or its directory is not writable. Change its permissions."
      case SQLITE_CANTOPEN:
        "The file cannot be opened. Check that its directory exists and is readable."
      case SQLITE_NOTADB: "The file is not a SQLite database."
      case SQLITE_CORRUPT: "The file is damaged. Restore it from a backup."
      case SQLITE_BUSY, SQLITE_LOCKED: "Another program has locked the file. Try again."
      case SQLITE_IOERR: "The disk reported an error."
      default: ""
      }
    var text = "\(path): \(message) (SQLite code \(code))."
    if !advice.isEmpty { text += " \(advice)" }
    if let sql, code & 0xFF == SQLITE_ERROR { text += " In: \(sql)" }
    let kind: SwiftDataError = code & 0xFF == SQLITE_READONLY ? .readOnlyStore : .storeFailure
    let isLocked = [SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xFF)
    return kind.because(text).locked(isLocked)
  }
}
