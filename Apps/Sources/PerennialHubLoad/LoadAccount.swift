import Foundation
package import PerennialHub
import PerennialRecords

/// An account that a load has added.
package struct LoadAccount: Sendable {
  /// The account.
  package let account: Account
  /// Pairing codes for its devices.
  package let codes: [String]

  /// Adds an account without a limit that matters.
  package static func add(
    to storage: any HubStorage, devices: Int
  ) async throws -> LoadAccount {
    let now = StampClock.systemMilliseconds
    let administration = HubAdministration(storage)
    let account = try await administration.addAccount(
      named: "load-\(UUID().uuidString.prefix(8))", limit: 1 << 40, at: now)
    var codes: [String] = []
    for _ in 0..<devices {
      codes.append(try await administration.pair(account, at: now).code.text)
    }
    return LoadAccount(account: account, codes: codes)
  }
}
