/// A sign-in of a device, with a pairing code: the body of `POST /sync/1/devices`.
public struct SignInRequest: Equatable, Sendable, Codable {
  /// The code, as the user has typed it.
  public let code: String
  /// The name that the user gives to the device.
  public let name: String

  /// Creates a sign-in.
  public init(code: String, name: String) { (self.code, self.name) = (code, name) }
}

/// The hub's answer to a ``SignInRequest``.
public struct SignInReply: Equatable, Sendable, Codable {
  /// The secret that the device sends with each request.
  public let token: String
  /// The name that the hub has given to the device.
  public let device: String
  /// The name of the account.
  public let account: String
  /// The rights of the device; nil from hubs without roles, on which each device has all.
  public let role: HubRole?
  /// The hub's clock, in milliseconds since 1970.
  public let hubTime: Int64

  /// Creates an answer.
  public init(token: String, device: String, account: String, role: HubRole?, hubTime: Int64) {
    (self.token, self.device, self.account) = (token, device, account)
    (self.role, self.hubTime) = (role, hubTime)
  }
}
