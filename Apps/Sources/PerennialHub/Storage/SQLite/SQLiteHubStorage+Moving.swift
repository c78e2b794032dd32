import Foundation
import GRDB

extension SQLiteHubStorage: MovableStorage {
  package func changeState(
    of account: Account.ID, from former: AccountState, to state: AccountState
  ) async throws -> Bool {
    try await write { database in
      let found = try database.row(.readAccount, account, as: Account.init)
      guard let found, found.state == former else { return false }
      try database.run(.setAccountState, account, state.columns.kind, state.columns.value)
      return true
    }
  }

  package func admit(_ account: Account, incarnation: Int64, attempt: Int64) async throws {
    let own = self.incarnation
    guard own != 0 else {
      throw HubStorageError(
        .unsupported,
        "\(url.path) was never served. Start a hub on it, and end it, before accounts move to it.")
    }
    try await write { database in
      switch try database.row(.readAccount, account.id, as: Account.init)?.state {
      case .open, .readOnly: throw HubStorageError.exists(account)
      case .arriving, .moved, nil: break
      }
      for statement in Statement.clearingAccount { try database.run(statement, account.id) }
      try database.run(.deleteAccount, account.id)
      if try database.row(.readAccountByName, account.name, as: Account.init) != nil {
        throw HubStorageError.exists(account)
      }
      let state = AccountState.arriving(attempt: attempt).columns
      try database.run(
        .insertAccount, account.id, account.name, account.created, account.limit,
        incarnation &- own, state.kind, state.value)
      try database.run(.countChanges, 1)
    }
  }

  package func rows(
    of table: AccountTable, of account: Account.ID
  ) async throws -> [StoredRow] {
    try await read { database in
      try database.rows(table.reading, account) { StoredRow($0, of: table) }
    }
  }

  package func recordRows(
    of key: ZoneKey, after sequence: Int64, upTo limit: Int
  ) async throws -> [StoredRow] {
    try await read { database in
      try database.rows(.readRecordRows, key.account, key.name, sequence, limit) {
        StoredRow($0, of: .record)
      }
    }
  }

  package func write(
    _ rows: [StoredRow], to table: AccountTable, of account: Account.ID, attempt: Int64,
    replacesAll: Bool
  ) async throws {
    try await write { database in
      try Self.checkArriving(account, attempt, in: database)
      if replacesAll { try database.run(table.clearing, account) }
      let statement = try database.cachedStatement(sql: table.writing.sql)
      for row in rows {
        let values: [(any DatabaseValueConvertible)?] = [account] + row.values.map(\.databaseValue)
        try statement.execute(arguments: StatementArguments(values))
      }
      try database.run(.countChanges, Int64(rows.count))
    }
  }

  package func open(_ account: Account, attempt: Int64) async throws {
    try await write { database in
      try Self.checkArriving(account.id, attempt, in: database)
      try database.run(.limitAccount, account.id, account.limit)
      try database.run(.setAccountBytes, account.id, account.bytes)
      let state = AccountState.open.columns
      try database.run(.setAccountState, account.id, state.kind, state.value)
      try database.run(.countChanges, 1)
    }
  }

  private static func checkArriving(
    _ account: Account.ID, _ attempt: Int64, in database: Database
  ) throws {
    let found = try database.row(.readAccount, account, as: Account.init)
    guard found?.state == .arriving(attempt: attempt) else { throw HubStorageError.otherAttempt }
  }
}

extension StoredRow {
  fileprivate init(_ row: Row, of table: AccountTable) {
    let values = table.columns.enumerated().map { column, kind -> MovedValue in
      if row.hasNull(atIndex: column) { return .null }
      return switch kind {
      case .integer: .integer(row[column])
      case .text: .text(row[column])
      case .bytes: .bytes(row[column])
      }
    }
    self.init(values)
  }
}

extension MovedValue {
  fileprivate var databaseValue: (any DatabaseValueConvertible)? {
    switch self {
    case .null: nil
    case .integer(let integer): integer
    case .text(let text): text
    case .bytes(let data): data
    }
  }
}
