import Foundation
import PerennialSQLite

/// One SQLite connection with its prepared statements.
///
/// One thread at a time uses a connection. Either the connection is lent to a single user, or all users
/// read through a ``RowCursor``, and call ``exclusively(_:)`` for everything else.
// Sendable: `statements` is used by one thread at a time, as described above.
package final class Connection: @unchecked Sendable {
  package let path: String
  package let handle: OpaquePointer
  private var statements: [String: Statement] = [:]
  private let mutex = NSRecursiveLock()
  /// The files beside the store, for the writing connection.
  var files: ExternalFiles?
  /// The source of the stamps of write transactions, for the writing connection.
  var clock: (any TransactionClock)?
  /// The copy that is read instead of the store's file; nil if the file itself is open.
  let copy: StoreCopy?
  /// A Boolean value that indicates whether several contexts use the connection, so that each one has
  /// to lock it.
  let isShared: Bool
  /// The triggers of a connection that writes.
  private(set) lazy var triggers = TriggerCopies(of: self)
  /// `true` if the running transaction is in the history.
  var isEntered = false
  /// The action before the commit of a transaction that has written rows and is not in the history.
  var willCommitUnentered: (@Sendable (Connection) throws -> Void)?
  /// The number of executed statements, for tests that count them.
  // Raised for each statement, and nothing reads it meanwhile, so there is nothing for the check to find.
  @exclusivity(unchecked) private(set) var executions = 0

  /// Opens a connection.
  ///
  /// - Parameters:
  ///   - path: The store's file, which errors name.
  ///   - copy: The copy to open instead of the file.
  /// - Throws: ``SwiftDataError/storeFailure`` if the file cannot be opened or is not a database.
  init(
    path: String, copy: StoreCopy? = nil, _ options: ConnectionOptions = ConnectionOptions(),
    isShared: Bool
  ) throws {
    self.path = path
    self.copy = copy
    self.isShared = isShared
    handle = try options.open(copy?.path ?? path, named: path)
    SQLFunctions.install(on: handle)
    if !options.isReadOnly { NoteSuppression.install(on: handle) }
  }

  /// Opens a database in memory.
  ///
  /// - Throws: ``SwiftDataError/storeFailure`` if SQLite has no memory.
  package convenience init() throws { try self.init(path: ":memory:", isShared: false) }

  /// Makes a database that is no store.
  ///
  /// - Throws: ``SwiftDataError/storeFailure`` if the file cannot be made.
  package convenience init(newDatabase path: String) throws {
    try self.init(path: path, isShared: false)
  }

  /// Opens a file that other software wrote, to read it.
  ///
  /// - Parameters:
  ///   - path: The file to open.
  ///   - access: The way to read it.
  /// - Throws: ``SwiftDataError/storeFailure`` if the file cannot be opened or is not a database.
  package convenience init(reading path: String, access: ForeignAccess) throws {
    var options = ConnectionOptions(isReadOnly: true, busyTimeout: 1)
    options.foreign = access
    if case .copy = access { options.isReadOnly = false }
    try self.init(path: path, options, isShared: false)
  }

  deinit {
    statements.removeAll()
    // A statement that is still in use keeps the connection until it ends.
    sqlite3_close_v2(handle)
  }

  /// Runs a block while no other thread uses the connection.
  func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  /// Waits until no other thread uses the connection. Calls may be nested.
  func lock() { if isShared { mutex.lock() } }

  /// Locks the connection, unless another thread uses it.
  ///
  /// - Returns: `true` if it is locked.
  func lockIfFree() -> Bool { !isShared || mutex.try() }

  func unlock() { if isShared { mutex.unlock() } }

  /// Returns a prepared statement: the cached one, unless a query still steps through it.
  package func statement(_ sql: String) throws -> Statement {
    if let statement = statements[sql], !statement.isBusy { return statement }
    let statement = try Statement(sql, on: handle, path: path)
    if statements.count > 500 { statements.removeAll() }
    statements[sql] = statement
    return statement
  }

  /// A Boolean value that indicates whether the last call failed because another connection has locked
  /// the file.
  var isLockedOut: Bool { sqlite3_errcode(handle) & 0xFF == SQLITE_BUSY }

  package var error: SwiftDataError { SQLiteFailure.error(on: handle, path: path) }

  func countExecution() { executions += 1 }

  /// Returns the integer of a query that the framework runs for itself. The query is not counted.
  func uncountedInteger(_ sql: String) throws -> Int64? {
    let statement = try statement(sql)
    defer { statement.reset() }
    switch sqlite3_step(statement.pointer) {
    case SQLITE_ROW where sqlite3_column_type(statement.pointer, 0) == SQLITE_NULL: return nil
    case SQLITE_ROW: return sqlite3_column_int64(statement.pointer, 0)
    case SQLITE_DONE: return nil
    default: throw SQLiteFailure.error(on: handle, path: path, doing: sql)
    }
  }

  /// Runs a statement that returns no rows.
  package func run(_ sql: String, _ bindings: [SQLValue] = []) throws {
    try run(try statement(sql), bindings)
  }

  package func run(_ statement: Statement, _ bindings: [SQLValue] = []) throws {
    try run(statement) { binder in
      for binding in bindings { binder.bind(binding) }
    }
  }

  package func run(_ statement: Statement, binding: (inout _Storage.Binder) throws -> Void) throws {
    defer { statement.reset() }
    var binder = _Storage.Binder(statement)
    binder.files = files
    try binding(&binder)
    if let failure = binder.failure { throw failure.error }
    executions += 1
    var code = sqlite3_step(statement.pointer)
    while code == SQLITE_ROW { code = sqlite3_step(statement.pointer) }
    guard code == SQLITE_DONE else {
      throw SQLiteFailure.error(on: handle, path: path, doing: statement.sql)
    }
    if statement.changesSchema { try triggers.schemaDidChange() }
  }

  /// Runs a statement that concerns this connection alone, and returns no rows.
  func runUnwatched(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw SQLiteFailure.error(on: handle, path: path, doing: sql)
    }
  }

  /// Runs a query and passes each row to a block.
  ///
  /// - Parameter isCounted: `false` for a query that the framework runs for itself.
  package func rows(
    _ sql: String, _ bindings: [SQLValue] = [], isCounted: Bool = true,
    forEach body: (inout _Storage.Row) throws -> Void
  ) throws {
    var rows = try RowCursor(sql, on: self, isCounted: isCounted) { try $0.bind(bindings) }
    while try rows.next() { try body(&rows.row) }
  }

  /// Returns a value for each row of a query.
  ///
  /// - Parameter isCounted: `false` for a query that the framework runs for itself.
  package func map<Value>(
    _ sql: String, _ bindings: [SQLValue] = [], isCounted: Bool = true,
    transform: (inout _Storage.Row) throws -> Value
  ) throws -> [Value] {
    var values: [Value] = []
    try rows(sql, bindings, isCounted: isCounted) { values.append(try transform(&$0)) }
    return values
  }

  /// Returns the value of a query's first row; nil if there are no rows.
  package func first<Value>(
    _ sql: String, _ bindings: [SQLValue] = [],
    transform: (inout _Storage.Row) throws -> Value?
  ) throws -> Value? {
    var rows = try RowCursor(sql, on: self) { try $0.bind(bindings) }
    return try rows.next() ? transform(&rows.row) : nil
  }

  /// Steps to the next row of a statement whose parameters are bound.
  ///
  /// - Returns: `false` if there are no more rows.
  package func step(_ statement: Statement) throws -> Bool {
    executions += 1
    switch sqlite3_step(statement.pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw SQLiteFailure.error(on: handle, path: path, doing: statement.sql)
    }
  }

  /// Returns the integers of a query's first column.
  package func integers(_ sql: String, _ bindings: [SQLValue] = []) throws -> [Int64] {
    try map(sql, bindings) { $0.int64() }
  }

  /// Returns the texts of a query's first column.
  func strings(_ sql: String, _ bindings: [SQLValue] = []) throws -> [String] {
    try map(sql, bindings) { $0.string() }
  }

  /// Returns `true` if a query finds a row.
  package func hasRow(_ sql: String, _ bindings: [SQLValue] = []) throws -> Bool {
    try !integers(sql, bindings).isEmpty
  }

  /// A number that changes when this connection commits a change, and when it begins a transaction
  /// after another connection has committed one.
  var dataVersion: UInt32 {
    var version: UInt32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return version
  }

  /// The data version at which this connection, which reads, was compared with the one that writes.
  var examinedVersion: UInt32?

  /// A Boolean value that indicates whether the file is no longer at its path: it was removed, moved or replaced.
  var hasMoved: Bool {
    var hasMoved: Int32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return hasMoved != 0
  }

  /// Makes SQLite remove the write-ahead log when the last connection to the file is closed. That is
  /// SQLite's default, but not the default of the library in Apple's systems.
  func removeLogAtEnd() {
    var isKept: Int32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
  }

  /// A Boolean value that indicates whether a transaction has begun and not ended. SQLite may end one
  /// by itself.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  // MARK: Foreign keys

  /// `false` while SQLite neither checks foreign keys nor applies their actions, or may not do so.
  private var hasForeignKeys = true

  /// Switches foreign keys on or off.
  ///
  /// - Throws: ``SwiftDataError/storeFailure`` if SQLite does not obey, as inside a transaction.
  func setForeignKeys(_ isOn: Bool) throws {
    if isOn == hasForeignKeys { return }
    hasForeignKeys = false
    try run("PRAGMA foreign_keys = \(isOn ? "ON" : "OFF")")
    guard try uncountedInteger("PRAGMA foreign_keys") == (isOn ? 1 : 0) else {
      throw SwiftDataError.storeFailure.because(
        "\(path): foreign keys could not be switched \(isOn ? "on" : "off"). Nothing was written.")
    }
    hasForeignKeys = isOn
  }
}
