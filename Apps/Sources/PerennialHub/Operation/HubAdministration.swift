import PerennialRecords

/// The work of a hub's operator.
public struct HubAdministration: Sendable {
  private let storage: any HubStorage

  /// Creates the administration of a database.
  public init(_ storage: any HubStorage) { self.storage = storage }

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
  /// - Returns: The code, and the time at which it expires, in milliseconds since 1970.
  public func pair(
    _ account: Account, at time: Int64
  ) async throws -> (code: PairingCode, expires: Int64) {
    let code = PairingCode.random()
    let expires = time + PairingCode.lifetime
    try await storage.add(code.digest, of: account.id, expiring: expires, at: time)
    return (code, expires)
  }
}
