public import Foundation

/// The keys, subscriptions and secrets of Web Services in the database of a hub.
public protocol WebStorage: Sendable {
  /// Adds a key by which programs make requests of the CloudKit Web Services protocol.
  func add(_ key: WebKey) async throws
  /// Returns the keys of an account, the first one first.
  func webKeys(of account: Account.ID) async throws -> [WebKey]
  /// Removes a key.
  ///
  /// - Returns: `false` if the account has no such key.
  func removeWebKey(_ id: String, of account: Account.ID) async throws -> Bool
  /// Adds or replaces a subscription.
  func put(_ subscription: StoredSubscription, of account: Account.ID) async throws
  /// Returns the subscriptions of an account to a database, by their identifiers.
  func subscriptions(
    of account: Account.ID, to database: String
  ) async throws -> [StoredSubscription]
  /// Removes a subscription.
  ///
  /// - Returns: `false` if there is no such subscription.
  func removeSubscription(
    _ id: String, of account: Account.ID, to database: String
  ) async throws -> Bool
  /// Returns 32 random bytes, which are the same for all hubs on the database.
  func secret() async throws -> Data
}
