package import PerennialRecords

/// An account: the owner of zones, assets and devices.
public struct Account: Equatable, Sendable {
  /// The key of an account in a hub's database. It is random, and never used again.
  public typealias ID = Int64

  /// The key.
  public let id: ID
  /// The name, unique in a hub.
  public let name: String
  /// The time of its creation, in milliseconds since 1970.
  public let created: Int64
  /// The number of bytes of its records and assets.
  public var bytes: Int64
  /// The greatest number of bytes.
  public var limit: Int64
  /// The requests that the hub carries out for the account.
  public var state = AccountState.open
  /// The number that is added to that of the database, for an account that has come from another database.
  package var incarnationOffset: Int64 = 0

  /// Creates an account without contents.
  public init(id: ID, name: String, created: Int64, bytes: Int64 = 0, limit: Int64) {
    self.id = id
    self.name = name
    self.created = created
    self.bytes = bytes
    self.limit = limit
  }

  /// Returns the head of one of the account's zones; that of an empty zone if no numbers are given.
  ///
  /// The name of a removed account can be used again. Positions in its zones are not valid then. An account that has
  /// moved keeps the number that its zones have had, until the number of its present database rises.
  ///
  /// - Parameter incarnation: The number of the database.
  package func zone(_ incarnation: Int64, sequence: Int64 = 0, floor: Int64 = 0) -> Zone {
    Zone(
      incarnation: max(incarnation &+ incarnationOffset, created), sequence: sequence,
      floor: floor)
  }

  /// The greatest number of bytes of an account for which no other one is given: 1 GiB.
  public static let standardLimit: Int64 = 1 << 30
}
