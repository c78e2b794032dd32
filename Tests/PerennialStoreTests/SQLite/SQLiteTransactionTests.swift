import PerennialSQLite
import Testing

@testable import Perennial

@Suite("Transactions of a connection")
struct SQLiteTransactionTests {
  /// Returns a connection to a database in which `child` references `parent`.
  private func connection() throws -> Connection {
    let connection = try Connection(path: ":memory:", isShared: false)
    try connection.run("CREATE TABLE parent (key INTEGER PRIMARY KEY)")
    try connection.run(
      """
      CREATE TABLE child (key INTEGER PRIMARY KEY, \
      parent REFERENCES parent (key) DEFERRABLE INITIALLY DEFERRED)
      """)
    return connection
  }

  /// Makes SQLite refuse, or allow, every statement that switches foreign keys.
  private func refuseSwitch(_ isRefused: Bool, on connection: Connection) {
    let refuse:
      @convention(c) (
        UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
        UnsafePointer<CChar>?, UnsafePointer<CChar>?
      ) -> Int32 = { _, action, name, argument, _, _ in
        guard action == SQLITE_PRAGMA, argument != nil, let name else { return SQLITE_OK }
        return String(cString: name) == "foreign_keys" ? SQLITE_DENY : SQLITE_OK
      }
    sqlite3_set_authorizer(connection.handle, isRefused ? refuse : nil, nil)
  }

  @Test("A connection whose foreign keys SQLite does not switch on again writes nothing")
  func refusedSwitch() throws {
    let connection = try connection()
    try connection.transaction(checksReferences: false) {
      try connection.run("INSERT INTO child VALUES (1, NULL)")
      refuseSwitch(true, on: connection)
    }
    #expect(throws: SwiftDataError.storeFailure) {
      try connection.transaction { try connection.run("INSERT INTO child VALUES (2, 7)") }
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.integers("SELECT key FROM child") == [1])
    // As soon as SQLite allows it, references are checked again.
    refuseSwitch(false, on: connection)
    #expect(throws: SwiftDataError.modelValidationFailure) {
      try connection.transaction { try connection.run("INSERT INTO child VALUES (2, 7)") }
    }
    try connection.transaction { try connection.run("INSERT INTO child VALUES (3, NULL)") }
    #expect(try connection.integers("SELECT key FROM child") == [1, 3])
  }

  @Test("A transaction without references does not check them, and the next one does")
  func withoutReferences() throws {
    let connection = try connection()
    try connection.transaction(checksReferences: false) {
      try connection.run("INSERT INTO child VALUES (1, 7)")
    }
    #expect(throws: SwiftDataError.modelValidationFailure) {
      try connection.transaction { try connection.run("INSERT INTO child VALUES (2, 8)") }
    }
    #expect(try connection.integers("SELECT parent FROM child") == [7])
  }

  @Test("A dry run and a savepoint are rolled back, each by itself")
  func rollback() throws {
    let connection = try connection()
    let count = try connection.dryRun(isWriting: true) {
      try connection.run("INSERT INTO parent VALUES (1)")
      return try connection.integers("SELECT count(*) FROM parent")
    }
    #expect(count == [1])
    try connection.transaction {
      try connection.run("INSERT INTO parent VALUES (2)")
      let savepoint = try Transaction(.savepoint, on: connection)
      try connection.run("INSERT INTO parent VALUES (3)")
      try savepoint.rollback()
    }
    #expect(try connection.integers("SELECT key FROM parent") == [2])
  }
}
