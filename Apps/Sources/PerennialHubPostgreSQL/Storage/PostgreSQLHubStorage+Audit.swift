public import PerennialHub

extension PostgreSQLHubStorage {
  public func record(_ entry: AuditEntry) async throws {
    try await transaction(.writing) { transaction in
      func text(_ value: String?) -> PostgreSQLValue { value.map { .text($0) } ?? .null }
      _ = try transaction.finish(
        .shared(.insertAudit), .integer(entry.time), .integer(AuditNumbers.next()),
        .text(entry.event.rawValue), .text(entry.actor.stored), text(entry.account),
        text(entry.device), text(entry.address), text(entry.detail))
    }
  }

  public func audit(
    of account: String?, since: Int64, upTo limit: Int
  ) async throws -> [AuditEntry] {
    try await transaction(.reading) { transaction in
      let (since, limit) = (PostgreSQLValue.integer(since), PostgreSQLValue.integer(Int64(limit)))
      let rows =
        if let account {
          try transaction.finish(.shared(.readAuditOfAccount), since, limit, .text(account))
        } else {
          try transaction.finish(.shared(.readAudit), since, limit)
        }
      return (0..<rows.count).reversed().map { AuditEntry(rows, $0) }
    }
  }

  public func trimAudit(before time: Int64, keeping count: Int) async throws {
    try await transaction(.writing) { transaction in
      _ = try transaction.finish([
        .init(.deleteAudit, .integer(time)), .init(.trimAudit, .integer(Int64(count))),
      ])
    }
  }

  public func removeExpiredDevices(
    at time: Int64
  ) async throws -> [(account: String, device: String)] {
    try await transaction(.writing) { transaction in
      let removed = try transaction.run(.shared(.deleteExpiredDevices), .integer(time))
      let accounts = try transaction.finish(
        (0..<removed.count).map { .init(.readAccount, .integer(removed.integer($0, 0))) })
      return try zip(0..<removed.count, accounts).map { row, account in
        (account.count > 0 ? try Account(account, 0).name : "", removed.text(row, 1))
      }
    }
  }
}

extension AuditEntry {
  /// Reads the columns `time`, `event`, `actor`, `account`, `device`, `address` and `detail`.
  fileprivate init(_ rows: PostgreSQLRows, _ row: Int) {
    func text(_ column: Int) -> String? {
      rows.isNull(row, column) ? nil : rows.text(row, column)
    }
    self.init(
      time: rows.integer(row, 0), event: rows.text(row, 1), actor: rows.text(row, 2),
      account: text(3), device: text(4), address: text(5), detail: text(6))
  }
}
