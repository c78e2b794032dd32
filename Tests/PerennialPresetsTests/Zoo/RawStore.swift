import Foundation
import GRDBSQLite

/// A store's file seen by SQLite alone, without the framework.
struct RawStore {
  struct Failure: Error {
    let message: String
  }

  let url: URL

  /// The rows of a query: its values as SQL writes them down, to the byte.
  func rows(_ columns: [String], _ rest: String) throws -> [[String]] {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    guard sqlite3_open_v2(url.path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK, let handle
    else { throw Failure(message: "\(url.path) does not open") }
    let list = columns.map { "quote(\($0))" }.joined(separator: ", ")
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, "SELECT \(list) \(rest)", -1, &statement, nil) == SQLITE_OK
    else { throw Failure(message: String(cString: sqlite3_errmsg(handle))) }
    var rows: [[String]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<Int32(columns.count)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
        })
    }
    return rows
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
}
