#if os(Linux)
import Foundation
@testable import PerennialSync
import Testing

/// The environment names proxies. Each test that sets one of its variables has a process of its own.
@Suite("Proxies and addresses on the way to a hub", .timeLimit(.minutes(1)))
struct ProxyTests {
  @Test("40/15: The token of a hub on this machine goes to no proxy, and the hub answers")
  func direct() async {
    await #expect(processExitsWith: .success) {
      let (proxy, hub) = (try Self.server(), try Self.server())
      setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
      setenv("all_proxy", "http://127.0.0.1:\(proxy.port)", 1)
      let connection = HubConnection(
        try SyncHub(
          url: #require(URL(string: "http://127.0.0.1:\(hub.port)")),
          credentials: MemoryCredentialStore.signedIn), client: .curl)
      #expect(try await connection.send("GET", "sync/1/account").status == 200)
      #expect(hub.received.map(\.headers["authorization"]) == ["Bearer secret"])
      #expect(proxy.received.isEmpty)
    }
  }

  @Test(
    "40/15: Other hosts are asked through the proxy that the environment names, but for those of no_proxy"
  )
  func proxied() async {
    await #expect(processExitsWith: .success) {
      let (proxy, host) = (try Self.server(), try Self.server())
      setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
      setenv("no_proxy", "localhost", 1)
      let client = HTTPClientKind.curl.client(connectionCount: 2)
      for address in ["http://hub.example/sync", "http://localhost:\(host.port)/sync"] {
        let request = HTTPRequest(
          method: "GET", url: try #require(URL(string: address)), fields: [:], payload: .none,
          patience: .seconds(20), isDirect: false, isAnsweredLate: false
        ) { _ in .memory(limit: 100) }
        #expect(try await client.send(request).status == 200)
      }
      #expect(proxy.received.map(\.target) == ["http://hub.example/sync"])
      #expect(host.received.map(\.target) == ["/sync"])
    }
  }

  @Test(
    "40/16: A hub at an address of IPv6 answers",
    .enabled(if: (try? ProxyTests.server(AF_INET6)) != nil, "the machine has IPv6"))
  func numericIPv6Address() async throws {
    let server = try Self.server(AF_INET6)
    defer { server.stop() }
    let url = try #require(URL(string: "http://[::1]:\(server.port)"))
    let hub = try SyncHub(url: url, credentials: MemoryCredentialStore.signedIn)
    let connection = HubConnection(hub)
    #expect(try await connection.send("GET", "sync").status == 200)
    #expect(server.received.first?.headers["host"] == "[::1]:\(server.port)")
  }

  @Test("A field with an end of a line is refused, and not sent")
  func controlCharacters() async throws {
    let server = try Self.server()
    defer { server.stop() }
    let credentials = MemoryCredentialStore(
      HubCredentials(token: "secret\r\nX-Other: 1", device: "d1", account: "ann"))
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)"))
    let connection = HubConnection(try SyncHub(url: url, credentials: credentials), client: .curl)
    await #expect(throws: HTTPTransportError.self) { try await connection.send("GET", "sync") }
    #expect(server.received.isEmpty)
  }

  private static func server(_ family: Int32 = AF_INET) throws -> LoopbackServer {
    try LoopbackServer(family: family) { _ in .json(200, "{}") }
  }
}
#endif
