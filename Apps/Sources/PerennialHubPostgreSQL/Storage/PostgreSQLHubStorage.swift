public import PerennialHub
public import PerennialRecords

/// The database of hubs on a PostgreSQL server, for all accounts.
///
/// Any number of hubs can use one database. A write locks the row of its zone to the end of its transaction, so the
/// numbers of changes follow the order of the commits. Writes are durable when they return, if the server has
/// `synchronous_commit` on, which is its default.
///
/// ```swift
/// let storage = try await PostgreSQLHubStorage(at: "postgresql://hub@localhost/hub", time: now)
/// ```
public final class PostgreSQLHubStorage: HubStorage {
  /// The number of the database; see `SyncToken.incarnation`.
  let incarnation: Int64
  let pool: ConnectionPool
  private let announcements: HubAnnouncements

  /// The ways in which a hub learns of the changes of other hubs on the database.
  public enum WakeUps: Equatable, Sendable {
    /// Other hubs notify it. If the database has no `LISTEN`, the hub asks for changes every two seconds.
    case notifications
    /// The hub asks for the heads of the zones that devices wait for, at an interval. Use it behind a pool that gives a
    /// connection to a client for one transaction only.
    case polling(every: Duration)

    /// The interval at which the hub asks; nil if others notify it.
    var interval: Duration? { if case .polling(let interval) = self { interval } else { nil } }
  }

  /// The number of connections for which no other one is given.
  public static let standardConnections = 8
  /// The most attempts of a transaction that others have kept from being serialised.
  private static let attempts = 20

  /// Connects to a database, and creates the tables if it has none and they are wanted.
  ///
  /// - Parameters:
  ///   - address: A connection URI such as `postgresql://hub@localhost/hub`, or a list of keywords and values, as
  ///     libpq reads them. Environment variables such as `PGPASSWORD` and a password file are followed.
  ///   - connections: The number of connections, at least 1.
  ///   - wakeUps: The way in which the hub learns of the changes of others.
  ///   - creating: `false` to refuse a database without the tables.
  ///   - answerLimit: The longest time for which the server may not answer, such as a commit that waits for a standby.
  ///   - time: The time, in milliseconds since 1970.
  /// - Throws: ``HubStorageError``.
  public init(
    at address: String, connections: Int = PostgreSQLHubStorage.standardConnections,
    wakeUps: WakeUps = .notifications, answersWithin answerLimit: Duration = .seconds(40),
    creating: Bool = true, time: Int64
  ) async throws {
    let pool = ConnectionPool(to: address, size: connections, answersWithin: answerLimit)
    self.pool = pool
    do {
      let (incarnation, number) = try await pool.use {
        try Self.prepare($0, creating: creating, at: time)
      }
      self.incarnation = incarnation
      announcements = HubAnnouncements(
        pool, at: address, channel: "perennial_hub_\(number)", polling: wakeUps.interval)
    } catch let error as PostgreSQLError {
      await pool.close()
      throw HubStorageError(.serverFailure, "The database of the hub cannot be used: \(error)")
    }
  }

  /// Creates the tables if there are none.
  ///
  /// - Returns: The incarnation, and a number that no other hub's tables in the database have.
  private static func prepare(
    _ connection: PostgreSQLConnection, creating: Bool, at time: Int64
  ) throws -> (incarnation: Int64, number: Int64) {
    func query(_ sql: String, _ values: [PostgreSQLValue] = []) throws -> PostgreSQLRows {
      guard let rows = try connection.run([.init(sql: sql, values: values)]).first else {
        throw PostgreSQLError.noAnswer
      }
      return rows
    }
    if try query(PostgreSQLSchema.find).integer(0, 0) == 0 {
      guard creating else {
        throw HubStorageError(.otherFile, "The database has no tables of a hub. Give another one.")
      }
      do {
        try connection.execute(.begin)
        for statement in PostgreSQLSchema.creation { try connection.execute(statement) }
        _ = try query(
          PostgreSQLSchema.insertHub, [.integer(PostgreSQLSchema.version), .integer(time)])
        try connection.execute(.commit)
      } catch let error as PostgreSQLError {
        try? connection.execute(.rollback)
        // Another hub has created the tables at the same time.
        guard error.isDuplicate else { throw error }
      }
    }
    try upgrade(connection)
    let rows = try query(PostgreSQLSchema.readVersion)
    guard rows.count == 1, rows.integer(0, 0) == PostgreSQLSchema.version else {
      throw HubStorageError(
        .otherFile,
        "The database isn't a hub's of version \(PostgreSQLSchema.version). Update the hub, or give another one."
      )
    }
    return (rows.integer(0, 1), try query(PostgreSQLSchema.readNumber).integer(0, 0))
  }

  /// Changes tables of an earlier version to the present one, in one transaction. Hubs that begin together wait for
  /// each other.
  private static func upgrade(_ connection: PostgreSQLConnection) throws {
    let rows = try connection.run([.init(sql: PostgreSQLSchema.readVersion, values: [])])
    guard let found = rows.first, found.count == 1,
      (1..<PostgreSQLSchema.version).contains(found.integer(0, 0))
    else { return }
    let version = found.integer(0, 0)
    try connection.execute(PostgreSQLSession.begin.sql)
    do {
      let changed = try connection.run([
        .init(
          sql: PostgreSQLSchema.writeVersion,
          values: [.integer(version), .integer(PostgreSQLSchema.version)])
      ])
      // Otherwise another hub has changed the tables meanwhile.
      if changed.first?.changes == 1 {
        for statement in PostgreSQLSchema.upgrades.dropFirst(Int(version) - 1).joined() {
          try connection.execute(statement)
        }
      }
      try connection.execute(PostgreSQLSession.commit.sql)
    } catch {
      try? connection.execute(PostgreSQLSession.rollback.sql)
      throw error
    }
  }

  // MARK: - Transactions

  /// Runs a block in a transaction, again if others have kept it from being serialised or the connection was lost
  /// before the commit.
  ///
  /// - Throws: The errors of the block; `HubError` with the code `tryAgainLater` if the server does not answer.
  func transaction<Result: Sendable>(
    _ kind: PostgreSQLTransaction.Kind,
    _ body: @escaping @Sendable (PostgreSQLTransaction) throws -> Result
  ) async throws -> Result {
    var attempt = 1
    while true {
      let (result, mayHaveCommitted) = try await attemptTransaction(kind, body)
      do {
        return try result.get()
      } catch let error as PostgreSQLError {
        let isLost = error.isUnavailable && !mayHaveCommitted && attempt == 1
        guard isLost || error.isTransient && attempt < Self.attempts else { throw error.refusal }
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...min(4 * attempt, 50))))
        attempt += 1
      }
    }
  }

  private func attemptTransaction<Result: Sendable>(
    _ kind: PostgreSQLTransaction.Kind,
    _ body: @escaping @Sendable (PostgreSQLTransaction) throws -> Result
  ) async throws -> (Swift.Result<Result, any Error>, mayHaveCommitted: Bool) {
    do {
      return try await pool.use { connection in
        let transaction = PostgreSQLTransaction(kind, on: connection)
        defer { transaction.end() }
        let result = Swift.Result { try body(transaction) }
        return (result, transaction.mayHaveCommitted)
      }
    } catch let error as PostgreSQLError {
      return (.failure(error), false)
    }
  }

  public func close() async throws {
    await announcements.close()
    await pool.close()
  }

  // MARK: Other hubs

  public func announce(_ key: ZoneKey, head: SyncToken) { announcements.send(key, head) }

  public func changesOfOtherHubs() -> AsyncStream<ChangeOfOtherHub> {
    announcements.listen()
    return announcements.changes
  }
}

// MARK: - Values of rows

extension Account {
  /// The number of columns that ``init(_:_:)`` reads.
  static let columns = 8

  /// Reads the columns `account`, `name`, `created`, `bytes`, `byte_limit`, `incarnation_offset`, `state` and
  /// `state_value`.
  init(_ rows: PostgreSQLRows, _ row: Int) throws {
    self.init(
      id: rows.integer(row, 0), name: rows.text(row, 1), created: rows.integer(row, 2),
      bytes: rows.integer(row, 3), limit: rows.integer(row, 4))
    incarnationOffset = rows.integer(row, 5)
    guard let state = AccountState(rows.integer(row, 6), rows.integer(row, 7)) else {
      throw HubStorageError.laterState(name)
    }
    self.state = state
  }
}

extension Device {
  /// Reads the columns `device`, `name`, `created`, `last_seen`, `expires` and `role`.
  init(_ rows: PostgreSQLRows, _ row: Int, from first: Int = 0) {
    self.init(
      id: rows.text(row, first), name: rows.text(row, first + 1),
      role: HubRole(stored: rows.text(row, first + 5)), created: rows.integer(row, first + 2),
      lastSeen: rows.integer(row, first + 3),
      expires: rows.isNull(row, first + 4) ? nil : rows.integer(row, first + 4))
  }
}
