import Foundation
import PerennialSQLite

/// The settings with which a connection opens its file.
struct ConnectionOptions {
  /// `true` if the connection cannot write.
  var isReadOnly = false
  /// The time to wait for a lock that another connection holds, in seconds.
  var busyTimeout: TimeInterval = 0
  /// The way to read a file that other software wrote; nil for files of the framework.
  var foreign: ForeignAccess?

  /// Opens a database, in memory if the path is `:memory:`, and applies the settings to it.
  ///
  /// The connection has no mutex of its own: ``Connection`` ensures that one thread uses it at a time.
  ///
  /// - Parameters:
  ///   - path: The file to open.
  ///   - name: The path that errors name, if the file is a copy of another one.
  /// - Throws: ``SwiftDataError/storeFailure`` if the file cannot be opened or is not a database.
  func open(_ path: String, named name: String) throws -> OpaquePointer {
    let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(
      foreign?.location(of: path) ?? path, &handle,
      access | SQLITE_OPEN_NOMUTEX | (foreign == nil ? 0 : SQLITE_OPEN_URI), nil)
    do {
      guard code == SQLITE_OK, let handle else {
        throw SQLiteFailure.error(
          code: code, message: String(cString: sqlite3_errstr(code)), path: name, doing: nil)
      }
      try apply(to: handle, name)
      return handle
    } catch {
      // A connection that failed to open must be closed too.
      sqlite3_close(handle)
      throw error
    }
  }

  private func apply(to handle: OpaquePointer, _ path: String) throws {
    sqlite3_busy_timeout(handle, Int32(clamping: Int(busyTimeout * 1000)))
    sqlite3_extended_result_codes(handle, 1)
    perennial_disable_string_literals_in_double_quotes(handle)
    if let foreign {
      perennial_read_foreign_file(handle)
      for sql in foreign.preparation {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
          throw SQLiteFailure.error(on: handle, path: path)
        }
      }
    }
    // The second statement reads the file, so that one that isn't a database fails here.
    for sql in ["PRAGMA foreign_keys = ON", "SELECT 1 FROM sqlite_master LIMIT 1"] {
      guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
        throw SQLiteFailure.error(on: handle, path: path)
      }
    }
  }
}
