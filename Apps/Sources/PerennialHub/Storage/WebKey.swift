public import Foundation

/// A key by which programs make requests of the CloudKit Web Services protocol to the database of an app.
public struct WebKey: Equatable, Sendable {
  /// The kinds of keys.
  public enum Kind: String, Equatable, Sendable {
    /// The token of an app. Its holders read the public database.
    case apiToken
    /// The public key of a server, which signs its requests. It reads and writes the public database.
    case serverKey
  }

  /// The account whose contents the key reaches: that of a container's public database.
  public let account: Account.ID
  /// The identifier, which isn't a secret: 64 hexadecimal digits for a server's key, 16 for a token.
  public let id: String
  /// The kind.
  public let kind: Kind
  /// The name, for people.
  public let name: String
  /// The digest of the token, or the public key as a point of the curve P-256 in X9.63 form.
  public let value: Data
  /// The time of its creation, in milliseconds since 1970.
  public let created: Int64

  /// Creates a key.
  public init(
    account: Account.ID, id: String, kind: Kind, name: String, value: Data, created: Int64
  ) {
    (self.account, self.id, self.kind) = (account, id, kind)
    (self.name, self.value, self.created) = (name, value, created)
  }
}

/// A subscription of the CloudKit Web Services protocol.
public struct StoredSubscription: Equatable, Sendable {
  /// The database: `CONTAINER/ENVIRONMENT/SCOPE`.
  public let database: String
  /// The identifier, unique in the database.
  public let id: String
  /// The JSON form.
  public let body: Data

  /// Creates a subscription.
  public init(database: String, id: String, body: Data) {
    (self.database, self.id, self.body) = (database, id, body)
  }
}
