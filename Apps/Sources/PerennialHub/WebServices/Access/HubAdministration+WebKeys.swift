import Crypto
import Foundation
import PerennialRecords

extension HubAdministration {
  /// Makes a token for an app, with which the app reads the public database of a container.
  ///
  /// The first key of a container creates its public database: an account with the name `CONTAINER:public`.
  ///
  /// - Returns: The key, and the token: 64 hexadecimal digits, of which the hub keeps the digest.
  /// - Throws: ``HubStorageError/Code/invalidName``.
  public func addAPIToken(
    to container: String, named name: String, at time: Int64
  ) async throws -> (key: WebKey, token: String) {
    let token = HubSecret.random().hexadecimal
    let account = try await publicAccount(of: container, at: time)
    let key = WebKey(
      account: account.id,
      id: String(HubSecret.random().hexadecimal.prefix(16)), kind: .apiToken, name: name,
      value: SecretDigest(of: token).bytes, created: time)
    try await storage.add(key)
    try await record(.webKeyAdded, account: account.name, at: time, detail: "app \(key.id)")
    return (key, token)
  }

  /// Registers the public key of a server, which reads and writes the public database of a container.
  ///
  /// - Parameter pem: A public key of the curve P-256, in PEM: as `openssl ec -in eckey.pem -pubout` writes it.
  /// - Throws: ``HubStorageError/Code/invalidName``; ``HubStorageError/Code/invalidKey``.
  public func addServerKey(
    _ pem: String, to container: String, named name: String, at time: Int64
  ) async throws -> WebKey {
    guard let value = try? P256.Signing.PublicKey(pemRepresentation: pem).x963Representation
    else {
      throw HubStorageError(
        .invalidKey,
        "The file isn't a public key of the curve P-256 in PEM. Write one with "
          + "“openssl ec -in eckey.pem -pubout”.")
    }
    let account = try await publicAccount(of: container, at: time)
    let key = WebKey(
      account: account.id,
      id: HubSecret.random().hexadecimal, kind: .serverKey, name: name, value: value,
      created: time)
    try await storage.add(key)
    try await record(.webKeyAdded, account: account.name, at: time, detail: "server \(key.id)")
    return key
  }

  /// Returns the keys of a container, the first one first.
  public func webKeys(of container: String) async throws -> [WebKey] {
    let account = try await storage.account(named: WebDatabase.publicAccount(of: container))
    guard let account else { return [] }
    return try await storage.webKeys(of: account.id)
  }

  /// Revokes a key of a container.
  ///
  /// - Throws: ``HubStorageError/Code/unknownKey``.
  public func revokeWebKey(
    _ id: String, of container: String, at time: Int64
  ) async throws {
    let account = try await storage.account(named: WebDatabase.publicAccount(of: container))
    guard let account, try await storage.removeWebKey(id, of: account.id) else {
      throw HubStorageError(.unknownKey, "The container \(container) has no key “\(id)”.")
    }
    try await record(.webKeyRevoked, account: account.name, at: time, detail: id)
  }

  private func publicAccount(of container: String, at time: Int64) async throws -> Account {
    guard HubName.isZone(container) else {
      throw HubStorageError(
        .invalidName,
        "“\(container)” isn't the identifier of a container: 1 to 128 letters, digits and . _ -, "
          + "without a dot at the beginning.")
    }
    let name = WebDatabase.publicAccount(of: container)
    if let account = try await storage.account(named: name) { return account }
    let account = Account(
      id: Int64.random(in: 1 ... .max), name: name, created: time, limit: Account.standardLimit)
    try await storage.add(account)
    try await record(.accountAdded, account: name, at: time, detail: "limit \(account.limit)")
    return account
  }
}
