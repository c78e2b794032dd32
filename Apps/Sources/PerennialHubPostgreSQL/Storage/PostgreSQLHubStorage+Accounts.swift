public import PerennialHub

extension PostgreSQLHubStorage {
  public func add(_ account: Account) async throws {
    do {
      try await transaction(.writing) { transaction in
        _ = try transaction.finish(
          .shared(.insertAccount), .integer(account.id), .text(account.name),
          .integer(account.created), .integer(account.limit), .integer(account.incarnationOffset),
          .integer(account.state.columns.kind), .integer(account.state.columns.value))
      }
    } catch let error as PostgreSQLError where error.isDuplicate {
      throw HubStorageError(
        .accountExists, "An account with the name \(account.name) exists already.")
    }
  }

  public func accounts() async throws -> [Account] {
    try await transaction(.reading) { transaction in
      let rows = try transaction.finish(.shared(.readAccounts))
      return try (0..<rows.count).map { try Account(rows, $0) }
    }
  }

  public func account(named name: String) async throws -> Account? {
    try await transaction(.reading) { transaction in
      let rows = try transaction.finish(.shared(.readAccountByName), .text(name))
      return rows.count == 0 ? nil : try Account(rows, 0)
    }
  }

  public func limit(_ account: Account.ID, to bytes: Int64) async throws -> Bool {
    try await transaction(.writing) { transaction in
      let held = try transaction.run(.holdAccount, .integer(account))
      if held.count == 0 { return false }
      try Self.checkWritable(held, in: transaction)
      return try transaction.finish(
        .shared(.limitAccount), .integer(account), .integer(bytes)
      ).changes > 0
    }
  }

  public func remove(_ account: Account.ID) async throws -> Bool {
    try await transaction(.writing) { transaction in
      let locked = try transaction.run(.lockAccount, .integer(account))
      if locked.count == 0 { return false }
      try Account(locked, 0).checkRemovable()
      let rows = try transaction.finish(
        (Statement.clearingAccount + [.deleteAccount]).map { .init($0, .integer(account)) })
      return rows.last.map { $0.changes > 0 } ?? false
    }
  }
}
