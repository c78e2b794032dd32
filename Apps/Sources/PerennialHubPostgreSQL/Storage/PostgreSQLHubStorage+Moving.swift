package import PerennialHub

extension PostgreSQLHubStorage: MovableStorage {
  package func changeState(
    of account: Account.ID, from former: AccountState, to state: AccountState
  ) async throws -> Bool {
    try await transaction(.writing) { transaction in
      let found = try transaction.run(.lockAccount, .integer(account))
      guard found.count == 1, try Account(found, 0).state == former else { return false }
      _ = try transaction.finish([Self.setState(of: account, to: state)])
      return true
    }
  }

  private static func setState(
    of account: Account.ID, to state: AccountState
  ) -> PostgreSQLConnection.Query {
    .init(
      .setAccountState, .integer(account), .integer(state.columns.kind),
      .integer(state.columns.value))
  }

  package func admit(_ account: Account, incarnation: Int64, attempt: Int64) async throws {
    let own = self.incarnation
    do {
      try await transaction(.writing) { transaction in
        let found = try transaction.run(.lockAccount, .integer(account.id))
        if found.count == 1 {
          switch try Account(found, 0).state {
          case .open, .readOnly: throw HubStorageError.exists(account)
          case .arriving, .moved: break
          }
        }
        let state = AccountState.arriving(attempt: attempt).columns
        let clearing = Statement.clearingAccount + [.deleteAccount]
        _ = try transaction.finish(
          clearing.map { .init($0, .integer(account.id)) } + [
            .init(
              .insertAccount, .integer(account.id), .text(account.name),
              .integer(account.created), .integer(account.limit), .integer(incarnation &- own),
              .integer(state.kind), .integer(state.value))
          ])
      }
    } catch let error as PostgreSQLError where error.isDuplicate {
      throw HubStorageError.exists(account)
    }
  }

  package func rows(
    of table: AccountTable, of account: Account.ID
  ) async throws -> [StoredRow] {
    try await transaction(.reading) { transaction in
      let rows = try transaction.finish(.shared(table.reading), .integer(account))
      return (0..<rows.count).map { StoredRow(rows, $0, of: table) }
    }
  }

  package func recordRows(
    of key: ZoneKey, after sequence: Int64, upTo limit: Int
  ) async throws -> [StoredRow] {
    try await transaction(.reading) { transaction in
      let rows = try transaction.finish(
        .shared(.readRecordRows), .integer(key.account), .text(key.name), .integer(sequence),
        .integer(Int64(limit)))
      return (0..<rows.count).map { StoredRow(rows, $0, of: .record) }
    }
  }

  package func write(
    _ rows: [StoredRow], to table: AccountTable, of account: Account.ID, attempt: Int64,
    replacesAll: Bool
  ) async throws {
    try await transaction(.writing) { transaction in
      try Self.checkArriving(account, attempt, in: transaction)
      var queries: [PostgreSQLConnection.Query] = []
      if replacesAll { queries.append(.init(table.clearing, .integer(account))) }
      queries += rows.map { row in
        .init(.shared(table.writing), [.integer(account)] + row.values.map { .init($0) })
      }
      _ = try transaction.finish(queries)
    }
  }

  package func open(_ account: Account, attempt: Int64) async throws {
    try await transaction(.writing) { transaction in
      try Self.checkArriving(account.id, attempt, in: transaction)
      _ = try transaction.finish([
        .init(.limitAccount, .integer(account.id), .integer(account.limit)),
        .init(.setAccountBytes, .integer(account.id), .integer(account.bytes)),
        Self.setState(of: account.id, to: .open),
      ])
    }
  }

  private static func checkArriving(
    _ account: Account.ID, _ attempt: Int64, in transaction: PostgreSQLTransaction
  ) throws {
    let found = try transaction.run(.lockAccount, .integer(account))
    guard found.count == 1, try Account(found, 0).state == .arriving(attempt: attempt) else {
      throw HubStorageError.otherAttempt
    }
  }
}

extension StoredRow {
  fileprivate init(_ rows: PostgreSQLRows, _ row: Int, of table: AccountTable) {
    let values = table.columns.enumerated().map { column, kind -> MovedValue in
      if rows.isNull(row, column) { return .null }
      return switch kind {
      case .integer: .integer(rows.integer(row, column))
      case .text: .text(rows.text(row, column))
      case .bytes: .bytes(rows.data(row, column))
      }
    }
    self.init(values)
  }
}

extension PostgreSQLValue {
  fileprivate init(_ value: MovedValue) {
    self =
      switch value {
      case .null: .null
      case .integer(let integer): .integer(integer)
      case .text(let text): .text(text)
      case .bytes(let data): .bytes(data)
      }
  }
}
