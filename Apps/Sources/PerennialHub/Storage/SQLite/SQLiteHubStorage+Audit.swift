import GRDB

extension SQLiteHubStorage {
  public func record(_ entry: AuditEntry) async throws {
    try await write { try $0.add(entry) }
  }

  public func audit(
    of account: String?, since: Int64, upTo limit: Int
  ) async throws -> [AuditEntry] {
    try await read { database in
      let entries =
        if let account {
          try database.rows(.readAuditOfAccount, since, limit, account, as: AuditEntry.init)
        } else {
          try database.rows(.readAudit, since, limit, as: AuditEntry.init)
        }
      return entries.reversed()
    }
  }

  public func trimAudit(before time: Int64, keeping count: Int) async throws {
    try await write { database in
      try database.run(.deleteAudit, time)
      try database.run(.trimAudit, count)
    }
  }

  public func removeExpiredDevices(
    at time: Int64
  ) async throws -> [(account: String, device: String)] {
    try await write { database in
      let removed = try database.rows(.deleteExpiredDevices, time) { row in
        (account: row[0] as Account.ID, device: row[1] as String)
      }
      return try removed.map { removed in
        let account = try database.row(.readAccount, removed.account, as: Account.init)
        return (account?.name ?? "", removed.device)
      }
    }
  }
}

extension Database {
  /// Adds an entry to the audit log.
  func add(_ entry: AuditEntry) throws {
    try run(
      .insertAudit, entry.time, AuditNumbers.next(), entry.event.rawValue, entry.actor.stored,
      entry.account, entry.device, entry.address, entry.detail)
  }
}

extension AuditEntry {
  /// Reads the columns `time`, `event`, `actor`, `account`, `device`, `address` and `detail`.
  fileprivate init(_ row: Row) {
    self.init(
      time: row[0], event: row[1], actor: row[2], account: row[3], device: row[4],
      address: row[5], detail: row[6])
  }
}
