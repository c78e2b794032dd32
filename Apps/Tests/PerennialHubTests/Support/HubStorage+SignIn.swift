import PerennialHub
import PerennialRecords

extension HubStorage {
  /// Adds an account, and returns the token of a new device.
  func signIn(_ name: String) async throws -> String {
    let now = StampClock.systemMilliseconds
    let administration = HubAdministration(self)
    let account = try await administration.addAccount(named: name, at: now)
    let (code, _) = try await administration.pair(account, at: now)
    let token = DeviceToken.random()
    let device = Device(id: "1", name: "Phone", created: now, lastSeen: now, expires: nil)
    _ = try await redeem(code.digest, for: device, token: token.digest, at: now)
    return token.text
  }
}
