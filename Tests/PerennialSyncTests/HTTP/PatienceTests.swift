import Foundation
import PerennialRecords
@testable import PerennialSync
import RandomTesting
import SyncTesting
import Synchronization
import Testing

/// Networks and proxies between a device and its hub can be slow, can be silent, and can ask for a password.
@Suite("The way to the hub", .timeLimit(.minutes(3)))
struct PatienceTests {
  private func connection(
    _ server: LoopbackServer, by client: HTTPClientKind
  ) throws -> HubConnection {
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)"))
    let hub = try SyncHub(url: url, credentials: MemoryCredentialStore.signedIn)
    return HubConnection(hub, client: client)
  }

  private func failure(_ body: () async throws -> Void) async -> HTTPTransportError? {
    do { try await body() } catch { return error as? HTTPTransportError }
    return nil
  }

  // MARK: 12

  @Test(
    "40/12: A server that asks for a name and a password is no hub, and ends the request",
    arguments: HTTPClientKind.allCases,
    [
      (401, "WWW-Authenticate", "Basic realm=\"network\""),
      (401, "WWW-Authenticate", "Digest realm=\"network\", nonce=\"a1\", qop=\"auth\""),
      (407, "Proxy-Authenticate", "Basic realm=\"proxy\""),
    ])
  func challenge(
    client: HTTPClientKind, answer: (status: Int, field: String, value: String)
  ) async throws {
    let server = try LoopbackServer { _ in
      .json(answer.status, "<html>Sign in</html>", headers: [answer.field: answer.value])
    }
    defer { server.stop() }
    let connection = try connection(server, by: client)
    for method in ["GET", "POST", "GET", "POST"] {
      let error = await failure {
        try await connection.send(
          method, "sync", payload: method == "POST" ? .data(Data("{}".utf8)) : .none)
      }
      let address = "http://127.0.0.1:\(server.port)/sync"
      #expect(error == .notAHub(status: answer.status, url: address))
    }
  }

  // MARK: 13

  @Test(
    "40/13: A server that says nothing is given up when the patience is over, and not before",
    arguments: HTTPClientKind.allCases)
  func silence(client: HTTPClientKind) async throws {
    let server = try LoopbackServer { _ in .silence }
    defer { server.stop() }
    let connection = try connection(server, by: client)
    let start = ContinuousClock.now
    let error = await failure { try await connection.send("GET", "sync", patience: 1.5) }
    guard case .network(let text) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(text.contains("has moved no byte"))
    #expect(ContinuousClock.now - start >= .seconds(1.5))
  }

  @Test(
    "40/13: An answer that is late, but not later than the patience, arrives",
    arguments: HTTPClientKind.allCases)
  func lateAnswer(client: HTTPClientKind) async throws {
    let server = try LoopbackServer { _ in
      Thread.sleep(forTimeInterval: 1)
      return .json(200, "{}")
    }
    defer { server.stop() }
    let answer = try await connection(server, by: client).send("GET", "sync", patience: 30)
    #expect(answer.status == 200)
  }

  @Test(
    "40/13: An answer that comes after more than a minute arrives too",
    .enabled(if: TestAmount.isLong, "it waits for more than a minute"),
    arguments: HTTPClientKind.allCases)
  func veryLateAnswer(client: HTTPClientKind) async throws {
    let server = try LoopbackServer { _ in
      Thread.sleep(forTimeInterval: 65)
      return .json(200, "{}")
    }
    defer { server.stop() }
    let answer = try await connection(server, by: client).send("GET", "sync", patience: 75)
    #expect(answer.status == 200)
  }

  @Test(
    "40/13: The time in which a request waits for a connection does not count",
    arguments: HTTPClientKind.allCases)
  func waiting(client: HTTPClientKind) async throws {
    let server = try LoopbackServer { _ in
      Thread.sleep(forTimeInterval: 1)
      return .json(200, "{}")
    }
    defer { server.stop() }
    let connection = try connection(server, by: client)
    // Five requests over two connections: the last one waits for two others.
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 1...5 {
        group.addTask { try await connection.send("GET", "sync", patience: 1.9).status }
      }
      for try await status in group { #expect(status == 200) }
    }
    #expect(server.connectionCount <= 3)
  }

  @Test(
    "40/13: An answer whose bytes trickle arrives, however long it takes",
    arguments: HTTPClientKind.allCases)
  func tricklingAnswer(client: HTTPClientKind) async throws {
    let server = try LoopbackServer { _ in
      let parts = ["HTTP/1.1 200 OK\r\n", "Content-Length: 6\r\n\r\n", "[1", ",2", "] "]
      return .raw(parts.map { Array($0.utf8) }, pause: 0.5)
    }
    defer { server.stop() }
    let answer = try await connection(server, by: client).send("GET", "sync", patience: 2)
    #expect(answer.body == Data("[1,2] ".utf8))
  }

  @Test(
    "40/13: A large upload on a slow line arrives, however long it takes",
    arguments: HTTPClientKind.allCases)
  func slowUpload(client: HTTPClientKind) async throws {
    let server = try LoopbackServer(readingPause: 0.02) { _ in .json(200, "{}") }
    defer { server.stop() }
    let connection = try connection(server, by: client)
    let bytes = Data(repeating: UInt8(ascii: "a"), count: 16 << 20)
    let start = ContinuousClock.now
    // FoundationNetworking tells of bytes that are sent only now and then.
    let patience: TimeInterval = client == .ofPlatform ? 3 : 60
    let answer = try await connection.send(
      "POST", "sync", payload: .data(bytes), patience: patience)
    #expect(answer.status == 200)
    #expect(server.received.first?.body.utf8.count == bytes.count)
    // The line was slower than the patience, otherwise nothing is tested.
    #expect(ContinuousClock.now - start > .seconds(3))
  }

  @Test("40/13: A request that waits for a connection can be cancelled")
  func cancelledWaiting() async throws {
    let slots = ConnectionSlots(count: 1)
    try await slots.take()
    let waiting = Task { try await slots.take() }
    await Task.yield()
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    slots.giveBack()
    try await slots.take()
    let next = Task { try await slots.take() }
    slots.giveBack()
    try await next.value
  }

  // MARK: 17

  @Test(
    "40/17: An account that was deleted before the connection ended takes the credentials along",
    arguments: HTTPClientKind.allCases)
  func deletedAccount(client: HTTPClientKind) async throws {
    let isDeleted = Mutex(false)
    let server = try LoopbackServer { _ in
      let wasDeleted = isDeleted.withLock { isDeleted in
        defer { isDeleted = true }
        return isDeleted
      }
      return wasDeleted
        ? .json(401, #"{"code": "unauthorized", "reason": "The token is unknown.", "hubTime": 5}"#)
        : .cut
    }
    defer { server.stop() }
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)"))
    let hub = try SyncHub(url: url, credentials: MemoryCredentialStore.signedIn)
    let account = HubAccount(hub, client: client)
    // Foundation repeats a request without a body on a new connection, or tells of the failure.
    let first = await failure { try await account.deleteAccount() }
    if first != nil {
      #expect(try account.credentials != nil)
      let error = await #expect(throws: HubError.self) { try await account.deleteAccount() }
      #expect(error?.code == .unauthorized)
    }
    #expect(try account.credentials == nil)
  }

  // MARK: 15

  @Test(
    "40/15: A variable that names a proxy counts as for curl",
    arguments: [
      ([:], nil), (["http_proxy": ""], nil), (["http_proxy": "http://proxy:3128"], "http_proxy"),
      (["HTTP_PROXY": "http://proxy:3128"], nil), (["ALL_PROXY": "socks5://proxy"], "ALL_PROXY"),
      (["https_proxy": "http://proxy:3128"], nil),
      (["http_proxy": "http://proxy:3128", "no_proxy": "localhost,127.0.0.1"], nil),
      (["http_proxy": "http://proxy:3128", "no_proxy": "example.com"], "http_proxy"),
      (["all_proxy": "http://proxy:3128", "NO_PROXY": "*"], nil),
      (["all_proxy": "http://proxy:3128", "NO_PROXY": "10.0.0.0/8 .0.0.1"], nil),
    ] as [([String: String], String?)])
  func proxies(environment: [String: String], expected: String?) {
    let found = ProxyEnvironment.variable(for: "127.0.0.1", of: "http", in: environment)
    #expect(found == expected)
  }

  @Test("40/15: The token of a hub on this machine goes to no proxy")
  func refusal() {
    let error = HTTPTransportError.proxied(url: "http://127.0.0.1:8431", variable: "http_proxy")
    #expect(error.localizedDescription.contains("no_proxy"))
  }
}
