/// The accounts in the database of a hub.
public protocol AccountStorage: Sendable {
  /// Adds an account.
  ///
  /// - Throws: ``HubStorageError/Code/accountExists``.
  func add(_ account: Account) async throws
  /// Returns all accounts, by name.
  func accounts() async throws -> [Account]
  /// Returns the account with a name.
  func account(named name: String) async throws -> Account?
  /// Gives an account another limit, in bytes. What it has beyond the limit stays.
  ///
  /// - Returns: `false` if there is no such account.
  func limit(_ account: Account.ID, to bytes: Int64) async throws -> Bool
  /// Removes an account with its records, devices, codes and entries of assets.
  ///
  /// - Returns: `false` if there is no such account.
  func remove(_ account: Account.ID) async throws -> Bool
}
