import PerennialSQLite

/// The rows of a query, one after the other. Until the end of the cursor, which ends the query, no other
/// thread uses the connection.
struct RowCursor: ~Copyable {
  /// The current row.
  var row: _Storage.Row
  private let statement: Statement
  private let connection: Connection

  /// Begins a query.
  ///
  /// - Parameters:
  ///   - isCounted: `false` for a query that the framework runs for itself.
  ///   - bind: Binds the parameters.
  /// - Throws: ``SwiftDataError/storeFailure``, and the errors of the closure.
  init(
    _ sql: String, on connection: Connection, isCounted: Bool = true,
    bind: (Statement) throws -> Void
  ) throws {
    connection.lock()
    let statement: Statement
    do {
      statement = try connection.statement(sql)
      try bind(statement)
    } catch {
      connection.unlock()
      throw error
    }
    (self.statement, self.connection) = (statement, connection)
    row = _Storage.Row(statement.pointer)
    statement.isBusy = true
    if isCounted { connection.countExecution() }
  }

  deinit {
    statement.reset()
    connection.unlock()
  }

  /// Advances to the next row.
  ///
  /// - Returns: `false` if there are no more rows.
  /// - Throws: ``SwiftDataError/storeFailure``.
  @inline(__always)
  mutating func next() throws -> Bool {
    let code = sqlite3_step(statement.pointer)
    guard code == SQLITE_ROW else {
      if code == SQLITE_DONE { return false }
      throw SQLiteFailure.error(
        on: connection.handle, path: connection.path, doing: statement.sql)
    }
    row.column = 0
    if row.failure != nil { row.failure = nil }
    return true
  }
}
