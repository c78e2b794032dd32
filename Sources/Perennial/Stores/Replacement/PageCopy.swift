import PerennialSQLite

/// Copies the pages of one database over another by SQLite's backup API, in one transaction of the
/// target. No other thread uses either connection in the meantime.
final class PageCopy {
  private let source: Connection
  private let target: Connection
  private var handle: OpaquePointer?

  init(from source: Connection, to target: Connection) throws {
    self.source = source
    self.target = target
    handle = sqlite3_backup_init(target.handle, "main", source.handle, "main")
    if handle == nil { throw target.error }
  }

  /// Rolls back a copy that was not finished.
  deinit {
    if let handle { sqlite3_backup_finish(handle) }
  }

  /// Begins the transaction. Waits for other connections that write to the target.
  func lock() throws {
    _ = try step(0)
  }

  /// Copies some pages; all pages if the number is negative.
  ///
  /// - Returns: `true` if all pages are copied and the transaction is committed.
  func step(_ pages: Int32) throws -> Bool {
    let code = sqlite3_backup_step(handle, pages)
    switch code {
    case SQLITE_OK: return false
    case SQLITE_DONE: return true
    default: throw error(code)
    }
  }

  func finish() throws {
    let code = sqlite3_backup_finish(handle)
    handle = nil
    if code != SQLITE_OK { throw error(code) }
  }

  /// The number of pages, as of the last step.
  var pageCount: Int { Int(sqlite3_backup_pagecount(handle)) }
  var remainingPages: Int { Int(sqlite3_backup_remaining(handle)) }

  private func error(_ code: Int32) -> SwiftDataError {
    let message = sqlite3_errstr(code).map { String(cString: $0) } ?? ""
    return SQLiteFailure.error(code: code, message: message, path: target.path, doing: nil)
  }
}
