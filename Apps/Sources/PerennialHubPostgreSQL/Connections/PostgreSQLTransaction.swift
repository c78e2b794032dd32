import PerennialHub

/// One transaction of a connection. Statements that are run together travel together, with its beginning or its end.
final class PostgreSQLTransaction {
  /// The kinds of transactions.
  enum Kind {
    /// Reads from one state of the database.
    case reading
    /// Reads the newest rows, and writes. Rows that decide are locked when they are read.
    case writing
  }

  typealias Query = PostgreSQLConnection.Query

  private enum State {
    case waiting, open, committing, committed
  }

  private let connection: PostgreSQLConnection
  private let kind: Kind
  private var state = State.waiting

  init(_ kind: Kind, on connection: PostgreSQLConnection) {
    (self.kind, self.connection) = (kind, connection)
  }

  /// `true` if the server was asked to commit writes, also if it has not answered.
  var mayHaveCommitted: Bool {
    kind == .writing && (state == .committing || state == .committed)
  }

  /// Runs statements, and returns their rows in the same order.
  func run(_ queries: [Query]) throws -> [PostgreSQLRows] { try run(queries, isLast: false) }

  /// Runs a statement.
  func run(_ statement: PostgreSQLStatement, _ values: PostgreSQLValue...) throws -> PostgreSQLRows
  {
    try first(of: run([Query(statement, values)], isLast: false))
  }

  /// Runs the last statements, and commits.
  func finish(_ queries: [Query] = []) throws -> [PostgreSQLRows] {
    try run(queries, isLast: true)
  }

  /// Runs the last statement, and commits.
  func finish(
    _ statement: PostgreSQLStatement, _ values: PostgreSQLValue...
  ) throws -> PostgreSQLRows {
    try first(of: run([Query(statement, values)], isLast: true))
  }

  private func first(of rows: [PostgreSQLRows]) throws -> PostgreSQLRows {
    guard let first = rows.first else { throw PostgreSQLError.noAnswer }
    return first
  }

  private func run(_ queries: [Query], isLast: Bool) throws -> [PostgreSQLRows] {
    var all = queries
    let begins = state == .waiting
    if begins { all.insert(Query(sql: kind.beginning.sql, values: []), at: 0) }
    if isLast { all.append(Query(sql: PostgreSQLSession.commit.sql, values: [])) }
    state = isLast ? .committing : .open
    var rows: [PostgreSQLRows]
    do { rows = try connection.run(all) } catch let error as PostgreSQLError {
      // A standby refuses to begin with “feature not supported”.
      let isOfStandby = error.isOfStandby || begins && kind == .writing && error.isUnsupported
      guard isOfStandby else { throw error }
      connection.abandon()
      throw PostgreSQLError.standby
    }
    guard rows.count == all.count else { throw PostgreSQLError.noAnswer }
    if isLast {
      state = .committed
      rows.removeLast()
    }
    if begins { rows.removeFirst() }
    return rows
  }

  /// Rolls the transaction back if it has not committed. A connection on which this fails is closed.
  func end() {
    if state != .waiting, state != .committed { try? connection.execute(.rollback) }
  }
}

extension PostgreSQLTransaction.Kind {
  fileprivate var beginning: PostgreSQLSession {
    switch self {
    case .reading: .beginReading
    case .writing: .beginWriting
    }
  }
}

extension PostgreSQLConnection.Query {
  init(_ statement: PostgreSQLStatement, _ values: [PostgreSQLValue]) {
    self.init(sql: statement.sql, values: values)
  }

  init(_ statement: Statement, _ values: PostgreSQLValue...) {
    self.init(.shared(statement), values)
  }
}
