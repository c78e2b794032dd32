/// The hub's answer to `GET /sync/1/account`: the use of the account's space.
public struct AccountReply: Equatable, Sendable, Codable {
  /// The name of the account.
  public let account: String
  /// The bytes of records and assets.
  public let bytes: Int64
  /// The greatest number of bytes.
  public let limit: Int64
  /// The number of records.
  public let records: Int
  /// The zones with data.
  public let zones: [String]
  /// The hub's clock, in milliseconds since 1970.
  public let hubTime: Int64

  /// Creates an answer.
  public init(
    account: String, bytes: Int64, limit: Int64, records: Int, zones: [String], hubTime: Int64
  ) {
    (self.account, self.bytes, self.limit) = (account, bytes, limit)
    (self.records, self.zones, self.hubTime) = (records, zones, hubTime)
  }
}

/// The hub's answer to `GET /sync/1/devices`: the devices of the account.
public struct DevicesReply: Equatable, Sendable, Codable {
  /// A device that is signed in.
  public struct Item: Equatable, Sendable, Codable {
    /// The name that the hub has given to the device.
    public let device: String
    /// The name that the user has given to the device.
    public let name: String
    /// The rights of the device; nil from hubs without roles, on which each device has all.
    public let role: HubRole?
    /// The time of the sign-in, in milliseconds since 1970.
    public let created: Int64
    /// The time of the last request, in milliseconds since 1970, with a precision of some minutes.
    public let lastSeen: Int64
    /// `true` for the device that asks.
    public let isCurrent: Bool

    /// Creates the entry of a device.
    public init(
      device: String, name: String, role: HubRole?, created: Int64, lastSeen: Int64, isCurrent: Bool
    ) {
      (self.device, self.name, self.role) = (device, name, role)
      (self.created, self.lastSeen, self.isCurrent) = (created, lastSeen, isCurrent)
    }
  }

  /// The devices, in the order of their sign-ins.
  public let devices: [Item]
  /// The hub's clock, in milliseconds since 1970.
  public let hubTime: Int64

  /// Creates an answer.
  public init(devices: [Item], hubTime: Int64) {
    (self.devices, self.hubTime) = (devices, hubTime)
  }
}
