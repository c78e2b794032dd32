public import PerennialRecords

/// The work of a hub's operator.
public struct HubAdministration: Sendable {
  /// The parts of a database that the work needs.
  public typealias Storage =
    AccountStorage & AssetStorage & AuditStorage & DeviceStorage & WebStorage & ZoneStorage

  let storage: any Storage
  private let actor: AuditEntry.Actor
  /// The network address of the request; nil for commands.
  private let address: String?

  /// Creates the administration of a database.
  ///
  /// - Parameters:
  ///   - actor: The cause that the audit log has for all that is done.
  ///   - address: The network address of the request; nil for commands.
  public init(
    _ storage: any Storage, by actor: AuditEntry.Actor = .operator, from address: String? = nil
  ) {
    (self.storage, self.actor, self.address) = (storage, actor, address)
  }

  func record(
    _ event: AuditEntry.Event, account: String, device: String? = nil, at time: Int64,
    detail: String? = nil
  ) async throws {
    try await storage.record(
      AuditEntry(
        event, by: actor, at: time, account: account, device: device, address: address,
        detail: detail))
  }

  /// Adds an account.
  ///
  /// - Throws: ``HubStorageError/Code/accountExists``; ``HubStorageError/Code/invalidName``.
  public func addAccount(
    named name: String, limit: Int64 = Account.standardLimit, at time: Int64
  ) async throws -> Account {
    guard HubName.isAccount(name) else {
      throw HubStorageError(
        .invalidName,
        "“\(name)” isn't a name of an account: 1 to 64 letters, digits and . _ - @ +, without a dot at "
          + "the beginning.")
    }
    let account = Account(
      id: Int64.random(in: 1 ... .max), name: name, created: time, limit: limit)
    try await storage.add(account)
    try await record(.accountAdded, account: name, at: time, detail: "limit \(limit)")
    return account
  }

  /// Returns the account with a name.
  ///
  /// - Throws: ``HubStorageError/Code/unknownAccount``.
  public func account(named name: String) async throws -> Account {
    guard let account = try await storage.account(named: name) else {
      throw HubStorageError(.unknownAccount, "The hub has no account “\(name)”.")
    }
    return account
  }

  /// Makes a pairing code for an account.
  ///
  /// - Parameter role: The rights of the device that signs in with the code.
  /// - Returns: The code, and the time at which it expires, in milliseconds since 1970.
  public func pair(
    _ account: Account, as role: HubRole = .admin, at time: Int64
  ) async throws -> (code: PairingCode, expires: Int64) {
    let code = PairingCode.random()
    let expires = time + PairingCode.lifetime
    try await storage.add(code.digest, of: account.id, role: role, expiring: expires, at: time)
    try await record(.codeMade, account: account.name, at: time, detail: "role \(role.rawValue)")
    return (code, expires)
  }

  /// Removes an account with all its records, assets and devices.
  public func remove(_ account: Account, assets: AssetFolder, at time: Int64) async throws {
    _ = try await storage.remove(account.id)
    try assets.remove(account.id)
    try await record(.accountRemoved, account: account.name, at: time)
  }

  /// Gives an account another limit, in bytes. What it has beyond the limit stays.
  ///
  /// - Throws: ``HubStorageError/Code/unknownAccount``.
  public func limit(
    accountNamed name: String, to bytes: Int64, at time: Int64
  ) async throws -> Account {
    _ = try await storage.limit(account(named: name).id, to: bytes)
    try await record(.accountLimited, account: name, at: time, detail: "limit \(bytes)")
    return try await account(named: name)
  }

  /// Revokes the token of a device of any account.
  ///
  /// - Returns: The account.
  /// - Throws: ``HubStorageError/Code/unknownDevice``.
  public func revoke(_ device: String, at time: Int64) async throws -> Account {
    for account in try await storage.accounts() where account.state != .moved {
      if try await revoke(device, of: account, at: time) { return account }
    }
    throw HubStorageError(.unknownDevice, "The hub has no device “\(device)”.")
  }

  /// Revokes the token of a device.
  ///
  /// - Returns: `false` if the account has no such device.
  public func revoke(_ device: String, of account: Account, at time: Int64) async throws -> Bool {
    guard try await storage.revoke(device, of: account.id) else { return false }
    try await record(.tokenRevoked, account: account.name, device: device, at: time)
    return true
  }

  /// Removes the devices whose tokens have expired, and the entries of the audit log beyond ``AuditLimits``.
  public func forgetExpired(at time: Int64) async throws {
    for (account, device) in try await storage.removeExpiredDevices(at: time) {
      try await record(.tokenExpired, account: account, device: device, at: time)
    }
    try await storage.trimAudit(before: time - AuditLimits.age, keeping: AuditLimits.entries)
  }

  /// Gives a device of any account another role. It counts from the next request of the device on.
  ///
  /// - Returns: The account.
  /// - Throws: ``HubStorageError/Code/unknownDevice``.
  public func change(_ device: String, to role: HubRole, at time: Int64) async throws -> Account {
    for account in try await storage.accounts() where account.state != .moved {
      guard try await storage.change(device, of: account.id, to: role) else { continue }
      try await record(
        .roleChanged, account: account.name, device: device, at: time,
        detail: "role \(role.rawValue)")
      return account
    }
    throw HubStorageError(.unknownDevice, "The hub has no device “\(device)”.")
  }

  /// Forgets the deletions of objects that were last changed before a time, in milliseconds since 1970.
  ///
  /// - Returns: The numbers of forgotten records, by the names of the accounts that had some.
  public func forgetDeletions(before time: Int64) async throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for account in try await storage.accounts() where account.state == .open {
      let count = try await storage.forgetDeletions(of: account.id, before: time)
      if count > 0 { counts[account.name] = count }
    }
    return counts
  }

  /// Removes the assets that no record mentions.
  ///
  /// - Parameters:
  ///   - assets: The files.
  ///   - time: Assets that were used since are kept, in milliseconds since 1970.
  /// - Returns: The numbers of removed bytes, by the names of the accounts that had some.
  public func removeUnusedAssets(
    _ assets: AssetFolder, usedBefore time: Int64
  ) async throws -> [String: Int64] {
    var sizes: [String: Int64] = [:]
    for account in try await storage.accounts() where account.state == .open {
      for zone in try await storage.contents(of: account.id).zones {
        let unused = UnusedAssets(
          storage: storage, assets: assets, key: ZoneKey(account: account.id, name: zone))
        let bytes = try await unused.remove(usedBefore: time).reduce(0) { $0 + $1.bytes }
        if bytes > 0 { sizes[account.name, default: 0] += bytes }
      }
    }
    return sizes
  }
}
