import Foundation
import HardenedHTTP
import Hummingbird
import Logging
import PerennialRecords
import Testing

@testable import PerennialHub

@Suite("Every route × every kind of token", .timeLimit(.minutes(2)))
struct AccessTableTests {
  /// The accesses of the hub's routes, as the router itself lists them.
  private static func routes() throws -> (listed: [String], accesses: [String: RouteAccess]) {
    let folder = try ScratchFolder()
    let url = folder.file("hub.sqlite")
    let hub = Hub(
      storage: try SQLiteHubStorage(at: url, serving: true, time: 1_000_000),
      assets: AssetFolder(besideDatabaseAt: url), options: HubOptions(), clock: { 0 },
      logger: Logger(label: "test"))
    let router = HubRouter(hub: hub, hardened: HardenedServer(ServerLimits()))
    let listed = try router.router().routes.map { "\($0.method) \($0.path)" }
    return (listed, router.accesses.all)
  }

  @Test("Every route has an access and a row in the table, and every row has a route")
  func completeness() throws {
    let (listed, accesses) = try Self.routes()
    #expect(Set(listed) == Set(accesses.keys), "a route was added past HubRoutes")
    #expect(AccessRow.all.map(\.route).sorted() == listed.sorted(), "add rows to AccessRow.all")
  }

  @Test("The documented role of a request is that of its route")
  func documentation() throws {
    let accesses = try Self.routes().accesses
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../../Documentation/WebServices.md")
    let text = try ProtocolPage.text() + String(contentsOf: page, encoding: .utf8)
    let lines = text.split(separator: "\n")
    var count = 0
    for line in lines {
      guard let match = line.firstMatch(of: /^\| `([A-Z]+ \/[^`]*)` \| ([a-z ]+) \|/) else {
        continue
      }
      let route = String(match.1).replacing("ZONE", with: "{zone}").replacing(
        "DEVICE", with: "{device}"
      )
      .replacing("SHA256", with: "{checksum}").replacing("CONTAINER", with: "{container}")
      .replacing("ENVIRONMENT", with: "{environment}").replacing("DATABASE", with: "{database}")
      let documented: RouteAccess? =
        switch String(match.2) {
        case "open": .open
        case "this machine": .local
        default: HubRole(rawValue: String(match.2)).map { RouteAccess.device($0) }
        }
      #expect(accesses[route] == documented, "\(route)")
      count += 1
    }
    #expect(count == accesses.count)
  }

  @Test(
    "Tokens get what their role allows, and nothing else", arguments: AccessRow.all.map(\.route))
  func table(route: String) async throws {
    let row = try #require(AccessRow.all.first { $0.route == route })
    let access = try #require(try Self.routes().accesses[route])
    let lifetime: Int64 = 3_600_000
    try await withHub(configuring: {
      $0.tokenLifetime = lifetime
      $0.longPoll = .milliseconds(20)
    }) { hub in
      let expired = try await hub.signIn("ann", as: "Expired")
      hub.clock.advance(by: lifetime)
      let world = try await AccessWorld(hub)
      for token in AccessToken.all {
        let client = try await Self.client(with: token, expired: expired, of: hub)
        let request = try await row.request(world)
        let before = try await world.state()
        let answer = try await row.send(client, row.method, request)
        let comment = Comment("\(token): \(answer.status) \(answer.text)")
        let expected = Self.expected(token, access, row)
        #expect(answer.status == expected.status, comment)
        if let code = expected.code, row.method != "HEAD" {
          #expect(answer.text.contains(code), comment)
        }
        if case .role(let role) = token, case .device(let needed) = access, role >= needed {
          continue
        }
        if access == .open || access == .local { continue }
        #expect(try await world.state() == before, comment)
        #expect(!answer.text.contains(AccessWorld.secret), comment)
        #expect(!answer.text.contains(world.device), comment)
      }
    }
  }

  private static func client(
    with token: AccessToken, expired: HubClient, of hub: TestHub
  ) async throws -> HubClient {
    switch token {
    case .missing: return hub.stranger
    case .malformed: return HubClient(port: hub.port, token: String(repeating: "a b", count: 99))
    case .unknown: return HubClient(port: hub.port, token: DeviceToken.random().text)
    case .expired: return expired
    case .revoked:
      let client = try await hub.signIn()
      #expect(try await client.send("DELETE", "/sync/1/devices/current").status == 204)
      return client
    case .foreign: return try await hub.signIn("bob")
    case .role(let role): return try await hub.signIn("ann", as: "Sender", role: role)
    }
  }

  private static func expected(
    _ token: AccessToken, _ access: RouteAccess, _ row: AccessRow
  ) -> (status: Int, code: String?) {
    guard case .device(let needed) = access else { return (row.status, nil) }
    switch token {
    case .missing, .malformed, .unknown, .expired, .revoked:
      return (row.refusals.unauthorized, row.refusals.unauthorizedCode)
    case .foreign: return (row.foreignStatus, nil)
    case .role(let role):
      return role >= needed
        ? (row.status, nil) : (row.refusals.forbidden, row.refusals.forbiddenCode)
    }
  }
}
