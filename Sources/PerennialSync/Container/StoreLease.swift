import Foundation
import Perennial
import PerennialSQLite

/// The right to sync a store. Of all engines, in this process and in others, one has it at a time.
///
/// It is an exclusive lock of SQLite on a database beside the store, `NAME.store-sync`. The lock ends with its
/// connection, and therefore with its process, however that ends.
// Sendable: the handle is used under the lock.
final class StoreLease: @unchecked Sendable {
  private let path: String
  private let lock = NSLock()
  private var handle: OpaquePointer?

  /// Creates the lease of a store, which is not acquired yet.
  init(storePath: String) { path = storePath + "-sync" }

  deinit { release() }

  /// Acquires the lease, if no other engine has it. Does nothing if this one has it.
  ///
  /// - Returns: `false` if another engine has it.
  /// - Throws: ``SwiftDataError/storeFailure`` if the file cannot be made.
  func acquire() throws -> Bool {
    lock.lock()
    defer { lock.unlock() }
    if handle != nil { return true }
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
    var code = sqlite3_open_v2(path, &opened, flags, nil)
    if code == SQLITE_OK { code = sqlite3_exec(opened, "BEGIN EXCLUSIVE", nil, nil, nil) }
    if code == SQLITE_OK {
      handle = opened
      return true
    }
    sqlite3_close(opened)
    if code & 0xFF == SQLITE_BUSY { return false }
    throw SwiftDataError.storeFailure.because(
      """
      \(path) cannot be opened: \(String(cString: sqlite3_errstr(code))). Check the permissions of the directory
      """)
  }

  /// Releases the lease. Another engine can acquire it.
  func release() {
    lock.lock()
    defer { lock.unlock() }
    sqlite3_close(handle)
    handle = nil
  }
}
