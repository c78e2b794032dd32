public import Foundation
public import PerennialHub

extension PostgreSQLHubStorage {
  public func check() async throws {
    // A lock is a write, so that a server that only reads is noticed. The transaction is taken back: a commit would wait
    // for a standby.
    let version = try await transaction(.writing) { transaction in
      let rows = try transaction.run([.init(sql: PostgreSQLSchema.lockVersion, values: [])])
      return rows.first.flatMap { $0.count == 1 ? $0.integer(0, 0) : nil }
    }
    guard version == PostgreSQLSchema.version else {
      throw HubStorageError(
        .otherFile, "The tables have another version than this hub. Update it, and start it again.")
    }
  }

  /// Does nothing: after the restoration of an earlier database, its operator changes the incarnation.
  public func noteState() async throws {}

  /// Throws ``HubStorageError/Code/unsupported``: PostgreSQL has tools of its own for copies.
  public func backUp(to url: URL) async throws {
    throw HubStorageError(
      .unsupported, "Back a PostgreSQL database up with pg_dump or pg_basebackup.")
  }

  public func inspect<Result: Sendable>(
    _ account: Account.ID, _ body: @escaping @Sendable (any AccountReader) throws -> Result
  ) async throws -> Result {
    try await transaction(.reading) { transaction in
      try body(PostgreSQLAccountReader(transaction: transaction, id: account))
    }
  }

  /// Looks for rows that belong to no account. Damaged pages are found by PostgreSQL's own tools, such as `pg_amcheck`.
  public func findDamage() async throws -> [String] {
    try await transaction(.reading) { transaction in
      _ = try transaction.run([.init(sql: PostgreSQLOperation.waitInTransaction, values: [])])
      var damages: [String] = []
      for table in PostgreSQLOperation.tablesOfAccounts {
        let sql = PostgreSQLOperation.countOrphans(in: table)
        let count = try transaction.run([.init(sql: sql, values: [])]).first?.integer(0, 0) ?? 0
        if count > 0 {
          damages.append("rows of the table \(table) belong to no account: \(count)")
        }
      }
      _ = try transaction.finish()
      return damages
    }
  }

  public func statistics() async throws -> HubStatistics {
    try await transaction(.reading) { transaction in
      let statements: [Statement] = [
        .countAccounts, .countDevices, .countZones, .countAllRecords, .countAssets,
      ]
      let numbers = try transaction.finish(statements.map { .init($0) }).map { rows in
        (0..<rows.columns).map { rows.integer(0, $0) }
      }
      guard numbers.count == statements.count else { throw PostgreSQLError.noAnswer }
      return HubStatistics(
        accounts: numbers[0], devices: numbers[1], zones: numbers[2], records: numbers[3],
        assets: numbers[4])
    }
  }

  public var load: StorageLoad { pool.load }

  public func size() async throws -> Int64 {
    try await transaction(.reading) { transaction in
      let rows = try transaction.finish([.init(sql: PostgreSQLOperation.readSize, values: [])])
      return rows.first?.integer(0, 0) ?? 0
    }
  }

  /// Runs `VACUUM (ANALYZE)`. Hubs read and write meanwhile. The server uses the space again, and gives back to the
  /// system only what is at the end of a table's file.
  public func compact() async throws -> Bool {
    try await pool.use { connection in
      do {
        try connection.execute(PostgreSQLOperation.wait)
        for table in ["account"] + PostgreSQLOperation.tablesOfAccounts {
          try connection.execute(PostgreSQLOperation.vacuum(table))
        }
        try connection.execute(PostgreSQLOperation.endWait)
      } catch let error as PostgreSQLError {
        throw error.refusal
      }
    }
    return true
  }

  /// Hubs are found by their connections, if they have the same role as this one or if this one may see all.
  public func renewIncarnation(at time: Int64) async throws -> Int64 {
    try await transaction(.writing) { transaction in
      let rows = try transaction.run([.init(sql: PostgreSQLOperation.countHubs, values: [])])
      if let hubs = rows.first?.integer(0, 0), hubs > 0 {
        throw HubStorageError(
          .fileInUse, "Hubs serve the database (\(hubs) were found). End them first.")
      }
      let renewed = try transaction.finish([
        .init(sql: PostgreSQLOperation.renewIncarnation, values: [.integer(time)])
      ])
      guard let rows = renewed.first, rows.count == 1 else { throw PostgreSQLError.noAnswer }
      return rows.integer(0, 0)
    }
  }
}
