import Foundation
import GRDBSQLite

/// A store's file seen by SQLite alone, without the framework.
struct RawStore {
  struct Failure: Error {
    let message: String
  }

  let url: URL

  /// The rows of a statement, each value as text.
  @discardableResult
  func rows(_ sql: String) throws -> [[String]] {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    guard sqlite3_open_v2(url.path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK, let handle
    else { throw Failure(message: "\(url.path) does not open") }
    sqlite3_busy_timeout(handle, 5000)
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK
    else { throw Failure(message: String(cString: sqlite3_errmsg(handle))) }
    var rows: [[String]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        rows.append(
          (0..<sqlite3_column_count(statement)).map { column in
            sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
          })
      case SQLITE_DONE: return rows
      default: throw Failure(message: String(cString: sqlite3_errmsg(handle)))
      }
    }
  }

  /// The rows of a query: its values as SQL writes them down, to the byte.
  func rows(_ columns: [String], _ rest: String) throws -> [[String]] {
    try rows("SELECT \(columns.map { "quote(\($0))" }.joined(separator: ", ")) \(rest)")
  }

  /// The names of a table's columns.
  func columns(of table: String) throws -> [String] {
    try rows(["name"], "FROM pragma_table_info('\(table)')").map { row in
      "\"" + row[0].dropFirst().dropLast() + "\""
    }
  }

  /// A whole table, in the order of its keys.
  func table(_ name: String) throws -> [[String]] {
    try rows(try columns(of: name), "FROM \"\(name)\" ORDER BY 1")
  }

  /// The rows that refer to what is not there.
  var danglingReferences: [[String]] {
    get throws { try rows("PRAGMA foreign_key_check") }
  }
}
