import GRDB

extension SQLiteHubStorage {
  public func add(_ account: Account) async throws {
    try await write { database in
      if try database.row(.readAccountByName, account.name, as: Account.init) != nil {
        throw HubStorageError(
          .accountExists, "An account with the name \(account.name) exists already.")
      }
      try database.run(
        .insertAccount, account.id, account.name, account.created, account.limit,
        account.incarnationOffset, account.state.columns.kind, account.state.columns.value)
    }
  }

  public func accounts() async throws -> [Account] {
    try await read { try $0.rows(.readAccounts, as: Account.init) }
  }

  public func account(named name: String) async throws -> Account? {
    try await read { try $0.row(.readAccountByName, name, as: Account.init) }
  }

  public func limit(_ account: Account.ID, to bytes: Int64) async throws -> Bool {
    try await write { database in
      guard try Self.isWritable(account, in: database) else { return false }
      try database.run(.limitAccount, account, bytes)
      return database.changesCount > 0
    }
  }

  public func remove(_ account: Account.ID) async throws -> Bool {
    try await write { database in
      if let found = try database.row(.readAccount, account, as: Account.init) {
        try found.checkRemovable()
      }
      for statement in Statement.clearingAccount { try database.run(statement, account) }
      try database.run(.deleteAccount, account)
      return database.changesCount > 0
    }
  }

  /// Returns `false` if there is no such account.
  ///
  /// - Throws: As `Account.checkWritable(at:)`.
  static func isWritable(_ account: Account.ID, in database: Database) throws -> Bool {
    guard try database.row(.readAccount, account, as: Account.init) != nil else { return false }
    try checkWritable(account, in: database)
    return true
  }
}
