import Foundation
import PerennialRecords
@testable import PerennialSync
import SyncTesting
import Testing

@Suite("Requests over HTTP, by each client", .timeLimit(.minutes(1)))
struct HTTPTransportTests {
  private static let page = #"{"hubTime": 5, "records": [], "token": "1-2-0", "moreComing": false}"#
  private static let zone = "iCloud.example"

  private func transport(
    _ server: LoopbackServer, by client: HTTPClientKind,
    credentials: any CredentialStore = MemoryCredentialStore.signedIn
  ) throws -> HTTPTransport {
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)"))
    let hub = try SyncHub(url: url, credentials: credentials)
    return try HTTPTransport(hub, zone: Self.zone, client: client) { _ in }
  }

  /// Starts a server that knows version 1, and answers all other requests in one way.
  private func server(
    _ answer: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Answer
  ) throws -> LoopbackServer {
    try LoopbackServer { request in
      request.target == "/sync" ? .json(200, #"{"versions": [1], "hubTime": 1}"#) : answer(request)
    }
  }

  // MARK: Requests

  @Test(
    "A pull is a POST with the token and an identifier, and decodes a page",
    arguments: HTTPClientKind.allCases)
  func pull(client: HTTPClientKind) async throws {
    let server = try server { _ in .json(200, Self.page) }
    defer { server.stop() }
    let token = SyncToken(incarnation: 1, sequence: 1)
    let reply = try await transport(server, by: client).pull(PullRequest(token: token))
    #expect(reply.token == SyncToken(incarnation: 1, sequence: 2))
    let request = try #require(server.received.last)
    #expect(request.method == "POST")
    #expect(request.target == "/sync/1/zones/iCloud.example/pull")
    #expect(request.body == #"{"token":"1-1-0"}"#)
    #expect(request.headers["authorization"] == "Bearer secret")
    #expect(request.headers["x-request-id"].flatMap { UUID(uuidString: $0) } != nil)
  }

  @Test("A push of one field has at most 600 bytes", arguments: HTTPClientKind.allCases)
  func pushedBytes(client: HTTPClientKind) async throws {
    let server = try server { _ in .json(200, #"{"hubTime": 5, "refused": []}"#) }
    defer { server.stop() }
    var record = Record(
      .object(key: 1), type: "Note", created: Stamp("0193b1f2c4a00000-00004be2a1b2c3d4"))
    let stamp = try #require(Stamp("0193b1f2c4a00001-00004be2a1b2c3d4"))
    record.state.write(.text("Soup"), to: "title", over: nil, at: stamp)
    let request = PushRequest(token: SyncToken(incarnation: 1, sequence: 9), records: [record])
    let reply = try await transport(server, by: client).push(request)
    #expect(reply == PushReply(hubTime: 5))
    let received = try #require(server.received.last)
    #expect(try JSONDecoder().decode(PushRequest.self, from: Data(received.body.utf8)) == request)
    print("A push of one field: \(received.byteCount) bytes")
    #expect(received.byteCount <= 600)
  }

  @Test(
    "Waiting for changes ends with true, or with false when the hub's time is over",
    arguments: HTTPClientKind.allCases)
  func changes(client: HTTPClientKind) async throws {
    let server = try server { request in
      request.target.hasSuffix("after=1-1-0")
        ? .json(200, #"{"hubTime": 5, "token": "1-2-0"}"#) : .json(204, "")
    }
    defer { server.stop() }
    let transport = try transport(server, by: client)
    #expect(try await transport.waitForChanges(after: SyncToken(incarnation: 1, sequence: 1)))
    #expect(try await !transport.waitForChanges(after: SyncToken(incarnation: 1, sequence: 2)))
    #expect(try await !transport.waitForChanges(after: nil))
    #expect(server.received.last?.target == "/sync/1/zones/iCloud.example/changes")
  }

  @Test(
    "Requests share one connection, beside the one that waits for changes",
    arguments: HTTPClientKind.allCases)
  func connections(client: HTTPClientKind) async throws {
    let server = try server { request in
      request.method == "GET" ? .silence : .json(200, Self.page)
    }
    defer { server.stop() }
    let transport = try transport(server, by: client)
    _ = try await transport.pull(PullRequest(token: nil))
    let listener = Task { try await transport.waitForChanges(after: nil) }
    #expect(await eventually { server.received.last?.method == "GET" })
    for _ in 0..<10 { _ = try await transport.pull(PullRequest(token: nil)) }
    #expect(server.connectionCount == 2)
    listener.cancel()
    _ = await listener.result
  }

  // MARK: Errors

  @Test(
    "The hub's errors are decoded, also with a code that only a later version knows",
    arguments: HTTPClientKind.allCases,
    [
      (401, "unauthorized", HubError.Code.unauthorized), (403, "forbidden", .forbidden),
      (400, "badRequest", .badRequest),
      (413, "tooLarge", .tooLarge), (410, "tokenExpired", .tokenExpired),
      (409, "hubRestored", .hubRestored), (422, "clockAhead", .clockAhead),
      (507, "quotaExceeded", .quotaExceeded), (503, "tryAgainLater", .tryAgainLater),
      (426, "upgradeRequired", .upgradeRequired), (500, "internalError", .internalError),
      (426, "laterCode", .upgradeRequired), (418, "laterCode", .badRequest),
      (403, "laterCode", .forbidden),
      (599, "laterCode", .internalError),
    ])
  func hubErrors(
    client: HTTPClientKind, answer: (status: Int, code: String, expected: HubError.Code)
  ) async throws {
    let server = try server { _ in
      .json(answer.status, #"{"code": "\#(answer.code)", "reason": "Because.", "hubTime": 7}"#)
    }
    defer { server.stop() }
    await #expect(throws: HubError(answer.expected, "Because.", hubTime: 7)) {
      try await transport(server, by: client).pull(PullRequest(token: nil))
    }
  }

  @Test(
    "Retry-After is in seconds or a date",
    arguments: HTTPClientKind.allCases, ["7", "Wed, 21 Oct 2048 07:28:00 GMT", "soon"])
  func retryAfter(client: HTTPClientKind, field: String) async throws {
    let server = try server { _ in .json(503, "busy", headers: ["Retry-After": field]) }
    defer { server.stop() }
    let error = await #expect(throws: HubError.self) {
      try await transport(server, by: client).pull(PullRequest(token: nil))
    }
    #expect(error?.code == .tryAgainLater)
    switch field {
    case "7": #expect(error?.retryAfter == 7)
    case "soon": #expect(error?.retryAfter == nil)
    default: #expect((error?.retryAfter ?? 0) > 3600)
    }
  }

  @Test(
    "An answer that is not one of a hub is a failure of the network",
    arguments: HTTPClientKind.allCases, [200, 201, 401, 404, 500, 502])
  func notAHub(client: HTTPClientKind, status: Int) async throws {
    let server = try server { _ in .json(status, "<html>Sign in to the network</html>") }
    defer { server.stop() }
    let error = await #expect(throws: HTTPTransportError.self) {
      try await transport(server, by: client).pull(PullRequest(token: nil))
    }
    guard case .notAHub(let found, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found == status)
    await #expect(throws: HTTPTransportError.self) {
      try await transport(server, by: client).waitForChanges(after: nil)
    }
  }

  @Test(
    "Redirections are not followed, so that the token stays with the hub",
    arguments: HTTPClientKind.allCases)
  func redirection(client: HTTPClientKind) async throws {
    let other = try server { _ in .json(200, Self.page) }
    defer { other.stop() }
    let target = "http://127.0.0.1:\(other.port)/sync/1/zones/iCloud.example/pull"
    let server = try server { _ in .json(307, "", headers: ["Location": target]) }
    defer { server.stop() }
    await #expect(throws: HTTPTransportError.redirected(to: target)) {
      try await transport(server, by: client).pull(PullRequest(token: nil))
    }
    #expect(other.received.isEmpty)
  }

  @Test("A large answer is refused", arguments: HTTPClientKind.allCases)
  func largeAnswer(client: HTTPClientKind) async throws {
    let server = try server { _ in .json(200, String(repeating: " ", count: 17 << 20)) }
    defer { server.stop() }
    await #expect(throws: HTTPTransportError.answerTooLarge(limit: 16 << 20)) {
      try await transport(server, by: client).pull(PullRequest(token: nil))
    }
  }

  @Test(
    "A cut connection and a port without a server are failures of the network",
    arguments: HTTPClientKind.allCases)
  func cut(client: HTTPClientKind) async throws {
    let server = try server { _ in .cut }
    let transport = try transport(server, by: client)
    for _ in 0..<2 {
      let error = await #expect(throws: HTTPTransportError.self) {
        try await transport.pull(PullRequest(token: nil))
      }
      guard case .network = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      server.stop()
    }
  }

  @Test("A cancelled request ends at once", arguments: HTTPClientKind.allCases)
  func cancelled(client: HTTPClientKind) async throws {
    let server = try server { _ in .silence }
    defer { server.stop() }
    let transport = try transport(server, by: client)
    let request = Task { try await transport.pull(PullRequest(token: nil)) }
    #expect(await eventually { server.received.count == 2 })
    let start = ContinuousClock.now
    request.cancel()
    await #expect(throws: CancellationError.self) { try await request.value }
    #expect(ContinuousClock.now - start < .seconds(5))
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await transport.pull(PullRequest(token: nil))
    }
    await #expect(throws: CancellationError.self) { try await late.value }
  }

  // MARK: Sign-in and versions

  @Test("Without credentials nothing is sent", arguments: HTTPClientKind.allCases)
  func signedOut(client: HTTPClientKind) async throws {
    let server = try server { _ in .json(200, Self.page) }
    defer { server.stop() }
    let transport = try transport(server, by: client, credentials: MemoryCredentialStore())
    await #expect(throws: HTTPTransportError.signedOut) {
      try await transport.pull(PullRequest(token: nil))
    }
    #expect(server.received.isEmpty)
    let device = MemoryDevice(1, transport: transport)
    await device.engine.start()
    #expect(await eventually { device.engine.status.pause == .signedOut })
    await device.engine.stop()
  }

  @Test(
    "A hub without a common version is refused with the way out",
    arguments: HTTPClientKind.allCases, [[2, 3], [0], []])
  func versions(client: HTTPClientKind, versions: [Int]) async throws {
    let server = try LoopbackServer { _ in .json(200, #"{"versions": \#(versions)}"#) }
    defer { server.stop() }
    let error = await #expect(throws: HubError.self) {
      try await transport(server, by: client).pull(PullRequest(token: nil))
    }
    #expect(error?.code == .upgradeRequired)
    #expect(error?.reason.hasSuffix("Update the \(versions == [0] ? "hub" : "app").") == true)
  }

  @Test("The versions are asked for once", arguments: HTTPClientKind.allCases)
  func versionsOnce(client: HTTPClientKind) async throws {
    let server = try server { _ in .json(200, Self.page) }
    defer { server.stop() }
    let transport = try transport(server, by: client)
    for _ in 0..<3 { _ = try await transport.pull(PullRequest(token: nil)) }
    #expect(server.received.filter { $0.target == "/sync" }.count == 1)
  }
}
