import Foundation
import PerennialRecords
import Testing

@testable import PerennialHub

/// A hub with the accounts `ann`, whose contents are a secret, and `bob`.
struct AccessWorld: Sendable {
  static let secret = "SECRET-OF-ANN"
  static let assetBytes = Data("hello world".utf8)
  static let assetName = "b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9"

  let hub: TestHub
  let ann: Account
  /// A device of `ann` beside those that send requests.
  let device: String

  init(_ hub: TestHub) async throws {
    self.hub = hub
    let client = try await hub.signIn()
    ann = try #require(try await hub.storage.account(named: "ann"))
    device = try #require(try await hub.storage.devices(of: ann.id).first).id
    let path = "/sync/1/zones/\(HubClient.zone)/assets/\(Self.assetName)"
    #expect(try await client.send("PUT", path, body: Self.assetBytes).status == 201)
    #expect(try await client.push([Sample.object(1, title: Self.secret)]).status == 200)
  }

  /// Returns a new code of `ann`.
  func pairingCode() async throws -> String {
    try await HubAdministration(hub.storage).pair(ann, at: hub.clock.now).code.text
  }

  /// All that `ann` has, apart from the times of the last requests.
  struct State: Equatable {
    let limit: Int64?
    let bodies: [Data]
    let devices: [String]
    let asset: StoredAsset?
    let hasFile: Bool
  }

  /// Reads the state, without requests.
  func state() async throws -> State {
    let key = ZoneKey(account: ann.id, name: HubClient.zone)
    let account = try await hub.storage.account(named: "ann")
    let page = try? await hub.storage.page(of: key, after: nil, upTo: PageLimit())
    return State(
      limit: account?.limit, bodies: page?.bodies ?? [],
      devices: try await hub.storage.devices(of: ann.id).map { "\($0.id) \($0.role)" },
      asset: try await hub.storage.asset(Self.assetName, of: key),
      hasFile: hub.assets.contains(Self.assetName, bytes: Int64(Self.assetBytes.count), of: key))
  }
}

/// The tokens of the table of accesses.
enum AccessToken: Equatable, CustomStringConvertible {
  case missing, malformed, unknown, expired, revoked, foreign
  case role(HubRole)

  static let all: [AccessToken] =
    [.missing, .malformed, .unknown, .expired, .revoked, .foreign]
    + HubRole.allCases.map { .role($0) }

  var description: String {
    switch self {
    case .role(let role): "role \(role.rawValue)"
    default: "\(Self.names.first { $0.0 == self }?.1 ?? "")"
    }
  }

  private static let names: [(AccessToken, String)] = [
    (.missing, "missing"), (.malformed, "malformed"), (.unknown, "unknown"),
    (.expired, "expired"), (.revoked, "revoked"), (.foreign, "foreign"),
  ]
}
