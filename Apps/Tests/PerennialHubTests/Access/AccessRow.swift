import Foundation
import PerennialRecords

/// A request of the table of accesses.
///
/// A new group of routes supplies a row for each of its routes, in an array that ``all`` adds up. A route without a row
/// fails the test, and so does a row without a route. Routes whose tokens travel elsewhere, or whose refusals have other
/// statuses, give ``send`` and ``refusals``.
struct AccessRow: Sendable {
  /// The request as it is sent.
  struct Request: Sendable {
    var path: String
    var body: Data?
    var headers: [String: String] = [:]
  }

  /// The statuses of refusals.
  struct Refusals: Sendable {
    /// The status for a token that is missing, unknown, expired or revoked.
    var unauthorized = 401
    /// The status for a token whose role does not suffice.
    var forbidden = 403
    /// A text that the answer has in both cases.
    var unauthorizedCode = "\"code\":\"unauthorized\""
    var forbiddenCode = "\"code\":\"forbidden\""
  }

  /// The method and the path, as `Router.routes` has them.
  let route: String
  /// The status for a device of the account whose role suffices.
  let status: Int
  /// The status for a device with all rights in another account.
  let foreignStatus: Int
  var refusals = Refusals()
  /// Returns the request of a device for the contents of the account `ann`.
  let request: @Sendable (AccessWorld) async throws -> Request
  /// Sends a request with a token.
  var send: @Sendable (HubClient, String, Request) async throws -> HubClient.Answer = {
    client, method, request in
    try await client.send(method, request.path, body: request.body, headers: request.headers)
  }

  init(
    _ route: String, _ status: Int, foreign foreignStatus: Int? = nil,
    _ request: @escaping @Sendable (AccessWorld) async throws -> Request
  ) {
    self.route = route
    self.status = status
    self.foreignStatus = foreignStatus ?? status
    self.request = request
  }

  init(_ route: String, _ status: Int, foreign foreignStatus: Int? = nil, path: String) {
    self.init(route, status, foreign: foreignStatus) { _ in Request(path: path) }
  }

  var method: String { String(route.prefix { $0 != " " }) }

  static let all = sync + operation + webServices
}

// MARK: - Rows

extension AccessRow {
  private static let zone = "/sync/1/zones/\(HubClient.zone)"
  private static let asset = "\(zone)/assets/\(AccessWorld.assetName)"

  /// The requests of devices.
  private static let sync: [AccessRow] = [
    AccessRow("POST /sync/1/zones/{zone}/pull", 200) { _ in
      Request(path: "\(zone)/pull", body: Data("{}".utf8))
    },
    AccessRow("POST /sync/1/zones/{zone}/push", 200) { _ in
      let request = PushRequest(token: nil, records: [Sample.object(2)])
      return Request(path: "\(zone)/push", body: try JSONEncoder().encode(request))
    },
    AccessRow("GET /sync/1/zones/{zone}/changes", 200, foreign: 204, path: "\(zone)/changes"),
    AccessRow("PUT /sync/1/zones/{zone}/assets/{checksum}", 200, foreign: 201) { _ in
      Request(path: asset, body: AccessWorld.assetBytes)
    },
    AccessRow("GET /sync/1/zones/{zone}/assets/{checksum}", 200, foreign: 404, path: asset),
    AccessRow("HEAD /sync/1/zones/{zone}/assets/{checksum}", 200, foreign: 404, path: asset),
    AccessRow("POST /sync/1/devices", 201) { world in
      let code = try await world.pairingCode()
      let body = try JSONEncoder().encode(["code": code, "name": "New"])
      return Request(path: "/sync/1/devices", body: body)
    },
    AccessRow("POST /sync/1/pairings", 201, path: "/sync/1/pairings"),
    AccessRow("GET /sync/1/devices", 200, path: "/sync/1/devices"),
    AccessRow("DELETE /sync/1/devices/current", 204, path: "/sync/1/devices/current"),
    AccessRow("DELETE /sync/1/devices/{device}", 204, foreign: 404) { world in
      Request(path: "/sync/1/devices/\(world.device)")
    },
    AccessRow("GET /sync/1/account", 200, path: "/sync/1/account"),
    AccessRow("DELETE /sync/1/account", 204, path: "/sync/1/account"),
  ]

  /// The requests of programs that watch the hub.
  private static let operation: [AccessRow] = [
    AccessRow("GET /sync", 200, path: "/sync"), AccessRow("GET /health", 200, path: "/health"),
    AccessRow("GET /ready", 200, path: "/ready"), AccessRow("GET /metrics", 200, path: "/metrics"),
  ]
}
