import GRDB
public import PerennialRecords

extension SQLiteHubStorage {
  public func add(
    _ code: SecretDigest, of account: Account.ID, role: HubRole, expiring expires: Int64,
    at time: Int64
  ) async throws {
    try await write { database in
      try Self.checkWritable(account, in: database)
      try database.run(.deleteExpiredCodes, time)
      try database.run(.insertCode, account, code.bytes, expires, role.rawValue)
    }
  }

  public func redeem(
    _ code: SecretDigest, for device: Device, token: SecretDigest, at time: Int64
  ) async throws -> Session? {
    try await write { database in
      let found = try database.row(.deleteCode, code.bytes, time) { row in
        (account: row[0] as Account.ID, role: HubRole(stored: row[1]))
      }
      guard let found else { return nil }
      let account = try Self.checkWritable(found.account, in: database)
      let device = device.with(found.role)
      try database.run(
        .insertDevice, account.id, device.id, device.name, token.bytes, device.created,
        device.expires, device.role.rawValue)
      return Session(account: account, device: device)
    }
  }

  public func session(of token: SecretDigest, at time: Int64) async throws -> Session? {
    try await read { try $0.row(.readSession, token.bytes, time, as: Session.init) }
  }

  public func devices(of account: Account.ID) async throws -> [Device] {
    try await read { try $0.rows(.readDevices, account) { Device($0) } }
  }

  public func revoke(_ device: String, of account: Account.ID) async throws -> Bool {
    try await write { database in
      guard try Self.isWritable(account, in: database) else { return false }
      try database.run(.deleteDevice, account, device)
      return database.changesCount > 0
    }
  }

  public func change(
    _ device: String, of account: Account.ID, to role: HubRole
  ) async throws -> Bool {
    try await write { database in
      guard try Self.isWritable(account, in: database) else { return false }
      try database.run(.changeRole, account, device, role.rawValue)
      return database.changesCount > 0
    }
  }

  public func note(
    _ device: String, of account: Account.ID, seenAt time: Int64
  ) async throws {
    try await write { database in
      // The note is less important than the request that is noted.
      guard let found = try database.row(.readAccount, account, as: Account.init),
        found.state == .open
      else { return }
      try database.run(.noteDevice, account, device, time)
    }
  }
}
