import Foundation
import GRDBSQLite

/// A connection of the C API.
final class RawDatabase {
  let connection: OpaquePointer

  init(at file: URL) throws {
    var connection: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(file.path(percentEncoded: false), &connection, flags, nil)
    guard code == SQLITE_OK, let connection else {
      defer { sqlite3_close_v2(connection) }
      throw SQLiteFailure(code, connection)
    }
    self.connection = connection
    try execute(Pragmas.sql)
  }

  deinit {
    sqlite3_close_v2(connection)
  }

  func execute(_ sql: String) throws {
    let code = sqlite3_exec(connection, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteFailure(code, connection) }
  }

  /// Prepares a statement to be used again and again.
  func prepare(_ sql: String) throws -> RawStatement {
    var pointer: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection,
      sql,
      -1,
      UInt32(SQLITE_PREPARE_PERSISTENT),
      &pointer,
      nil
    )
    guard code == SQLITE_OK, let pointer else { throw SQLiteFailure(code, connection) }
    return RawStatement(pointer: pointer)
  }

  func transaction(_ work: () throws -> Void) throws {
    try execute("BEGIN IMMEDIATE")
    do {
      try work()
      try execute("COMMIT")
    } catch {
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// Moves everything from the write-ahead log into the database file, so that no contender pays
  /// for what was written before its round.
  static func checkpoint(_ file: URL) throws {
    try RawDatabase(at: file).execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
