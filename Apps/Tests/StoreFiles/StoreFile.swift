package import Foundation
import PerennialSQLite

/// A store's file as SQLite alone sees it.
package struct StoreFile {
  package struct Failure: Error {
    let message: String
  }

  private let url: URL

  package init(url: URL) { self.url = url }

  /// Runs a block while a connection has the write lock.
  package func whileLocked(_ body: () throws -> Void) throws {
    let handle = try lock()
    defer { sqlite3_close_v2(handle) }
    try body()
  }

  /// Runs a block while a connection has the write lock.
  package func whileLocked(_ body: () async throws -> Void) async throws {
    nonisolated(unsafe) let handle = try lock()
    defer { sqlite3_close_v2(handle) }
    try await body()
  }

  private func lock() throws -> OpaquePointer? {
    var handle: OpaquePointer?
    guard sqlite3_open_v2(url.path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
      sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK
    else {
      sqlite3_close_v2(handle)
      throw Failure(message: "\(url.path) cannot be locked")
    }
    return handle
  }

  /// The rows of a query, their values as text.
  @discardableResult
  package func rows(_ sql: String) throws -> [[String]] {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    guard sqlite3_open_v2(url.path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
      throw Failure(message: "\(url.path) does not open")
    }
    sqlite3_busy_timeout(handle, 10_000)
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Failure(message: String(cString: sqlite3_errmsg(handle)))
    }
    var rows: [[String]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        rows.append(
          (0..<sqlite3_column_count(statement)).map { column in
            sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
          })
      case SQLITE_DONE: return rows
      default: throw Failure(message: String(cString: sqlite3_errmsg(handle)))
      }
    }
  }
}
