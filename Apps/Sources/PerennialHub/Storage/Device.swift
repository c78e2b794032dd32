public import PerennialRecords

/// A device that is signed in to an account.
public struct Device: Equatable, Sendable {
  /// The identifier, for people and requests: 16 hexadecimal digits. It isn't a secret.
  public let id: String
  /// The name that the device has given itself.
  public let name: String
  /// The rights of the device in its account.
  public let role: HubRole
  /// The time of its sign-in, in milliseconds since 1970.
  public let created: Int64
  /// The time of a recent request, in milliseconds since 1970. It is written once in ten minutes.
  public var lastSeen: Int64
  /// The time at which its token expires, in milliseconds since 1970; nil for a token that does not.
  public let expires: Int64?

  /// Creates a device.
  public init(
    id: String, name: String, role: HubRole = .admin, created: Int64, lastSeen: Int64,
    expires: Int64?
  ) {
    self.id = id
    self.name = name
    self.role = role
    self.created = created
    self.lastSeen = lastSeen
    self.expires = expires
  }
}

/// A device with its account, as a request's token identifies them.
public struct Session: Equatable, Sendable {
  /// The account.
  public let account: Account
  /// The device.
  public let device: Device

  package init(account: Account, device: Device) {
    (self.account, self.device) = (account, device)
  }
}

extension Device {
  /// Returns the device with another role.
  package func with(_ role: HubRole) -> Device {
    Device(
      id: id, name: name, role: role, created: created, lastSeen: lastSeen, expires: expires)
  }
}

extension HubRole {
  /// Reads a role of the database. One of a later version has the least rights.
  package init(stored text: String) { self = HubRole(rawValue: text) ?? .read }
}
