public import PerennialRecords

/// The devices in the database of a hub, and the codes that pair them.
public protocol DeviceStorage: Sendable {
  /// Adds a pairing code for devices with a role, and removes those that have expired.
  func add(
    _ code: SecretDigest, of account: Account.ID, role: HubRole, expiring expires: Int64,
    at time: Int64
  ) async throws
  /// Uses a pairing code up, and adds the device that has presented it, with the role of the code.
  ///
  /// - Returns: The session of the device; nil if there is no such code, or if it has expired.
  func redeem(
    _ code: SecretDigest, for device: Device, token: SecretDigest, at time: Int64
  ) async throws -> Session?
  /// Returns the session of a token; nil if the token is unknown, revoked or expired.
  func session(of token: SecretDigest, at time: Int64) async throws -> Session?
  /// Returns the devices of an account, the first one first.
  func devices(of account: Account.ID) async throws -> [Device]
  /// Revokes the token of a device.
  ///
  /// - Returns: `false` if the account has no such device.
  func revoke(_ device: String, of account: Account.ID) async throws -> Bool
  /// Gives a device another role.
  ///
  /// - Returns: `false` if the account has no such device.
  func change(_ device: String, of account: Account.ID, to role: HubRole) async throws -> Bool
  /// Removes the devices whose tokens have expired.
  ///
  /// - Returns: The devices, with the names of their accounts.
  func removeExpiredDevices(at time: Int64) async throws -> [(account: String, device: String)]
  /// Notes the time of a request of a device.
  func note(_ device: String, of account: Account.ID, seenAt time: Int64) async throws
}
