import PerennialSQLite

/// The rows of a statement that runs, one after the other. The end of the cursor ends the run.
struct RowCursor: ~Copyable {
  /// The current row.
  var row: _Storage.Row
  private let statement: Statement
  private let connection: Connection

  /// Begins a run of a statement whose parameters are bound.
  ///
  /// - Parameter isCounted: `false` for a query that the framework runs for itself.
  init(_ statement: Statement, on connection: Connection, isCounted: Bool = true) {
    self.statement = statement
    self.connection = connection
    row = _Storage.Row(statement.pointer)
    statement.isBusy = true
    if isCounted { connection.countExecution() }
  }

  deinit { statement.reset() }

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
