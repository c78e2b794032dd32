import PerennialHub
import PerennialRecords
import Synchronization

/// The records whose pushes were acknowledged.
final class Acknowledged: Sendable {
  private let names = Mutex<Set<RecordName>>([])
  var all: Set<RecordName> { names.withLock { $0 } }
  func add(_ records: [Record]) { names.withLock { $0.formUnion(records.map(\.name)) } }
}

extension HubAdministration {
  /// Adds an account, and returns the token of a new device.
  func signIn(_ name: String) async throws -> String {
    let now = StampClock.systemMilliseconds
    let account = try await addAccount(named: name, at: now)
    let (code, _) = try await pair(account, at: now)
    let token = DeviceToken.random()
    let device = Device(id: "1", name: "Phone", created: now, lastSeen: now, expires: nil)
    _ = try await storage.redeem(code.digest, for: device, token: token.digest, at: now)
    return token.text
  }
}
