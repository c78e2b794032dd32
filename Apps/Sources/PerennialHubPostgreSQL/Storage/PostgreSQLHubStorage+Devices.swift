public import PerennialHub
public import PerennialRecords

extension PostgreSQLHubStorage {
  public func add(
    _ code: SecretDigest, of account: Account.ID, role: HubRole, expiring expires: Int64,
    at time: Int64
  ) async throws {
    try await transaction(.writing) { transaction in
      try Self.checkWritable(
        transaction.run(.holdAccount, .integer(account)), in: transaction)
      _ = try transaction.finish([
        .init(.deleteExpiredCodes, .integer(time)),
        .init(
          .insertCode, .integer(account), .bytes(code.bytes), .integer(expires),
          .text(role.rawValue)),
      ])
    }
  }

  public func redeem(
    _ code: SecretDigest, for device: Device, token: SecretDigest, at time: Int64
  ) async throws -> Session? {
    try await transaction(.writing) { transaction in
      let found = try transaction.run(.shared(.deleteCode), .bytes(code.bytes), .integer(time))
      if found.count == 0 { return nil }
      let id = found.integer(0, 0)
      let device = device.with(HubRole(stored: found.text(0, 1)))
      let account = try Self.checkWritable(
        transaction.run(.holdAccount, .integer(id)), in: transaction)
      _ = try transaction.finish(
        .shared(.insertDevice), .integer(id), .text(device.id), .text(device.name),
        .bytes(token.bytes), .integer(device.created),
        device.expires.map { .integer($0) } ?? .null, .text(device.role.rawValue))
      return Session(account: account, device: device)
    }
  }

  public func session(of token: SecretDigest, at time: Int64) async throws -> Session? {
    try await transaction(.reading) { transaction in
      let rows = try transaction.finish(
        .shared(.readSession), .bytes(token.bytes), .integer(time))
      if rows.count == 0 { return nil }
      return Session(
        account: try Account(rows, 0), device: Device(rows, 0, from: Account.columns))
    }
  }

  public func devices(of account: Account.ID) async throws -> [Device] {
    try await transaction(.reading) { transaction in
      let rows = try transaction.finish(.shared(.readDevices), .integer(account))
      return (0..<rows.count).map { Device(rows, $0) }
    }
  }

  public func revoke(_ device: String, of account: Account.ID) async throws -> Bool {
    try await transaction(.writing) { transaction in
      let held = try transaction.run(.holdAccount, .integer(account))
      if held.count == 0 { return false }
      try Self.checkWritable(held, in: transaction)
      return try transaction.finish(
        .shared(.deleteDevice), .integer(account), .text(device)
      ).changes > 0
    }
  }

  public func change(
    _ device: String, of account: Account.ID, to role: HubRole
  ) async throws -> Bool {
    try await transaction(.writing) { transaction in
      let held = try transaction.run(.holdAccount, .integer(account))
      if held.count == 0 { return false }
      try Self.checkWritable(held, in: transaction)
      return try transaction.finish(
        .shared(.changeRole), .integer(account), .text(device), .text(role.rawValue)
      ).changes > 0
    }
  }

  public func note(
    _ device: String, of account: Account.ID, seenAt time: Int64
  ) async throws {
    try await transaction(.writing) { transaction in
      // The note is less important than the request that is noted.
      let held = try transaction.run(.holdAccount, .integer(account))
      guard held.count == 1, try Account(held, 0).state == .open else { return }
      _ = try transaction.finish(
        .shared(.noteDevice), .integer(account), .text(device), .integer(time))
    }
  }
}
