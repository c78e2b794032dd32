import Foundation
import PerennialRecords
@testable import PerennialSync
import SyncTesting
import Synchronization
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

#if os(Linux) || os(macOS)
/// Each test has a process of its own, so that the time of other tests is not counted.
@Suite("The processor time of a device that waits for changes", .timeLimit(.minutes(1)))
struct ListeningCostTests {
  @Test("After the first request of a device", arguments: HTTPClientKind.allCases)
  func first(client: HTTPClientKind) async {
    await #expect(processExitsWith: .success) { [client] in
      let server = try LoopbackServer { ListeningCostTests.answer($0) }
      let transport = try ListeningCostTests.transport(server, by: client)
      try await ListeningCostTests.checkListener(server, transport)
    }
  }

  @Test(
    "After an earlier wait that the hub has ended without an answer",
    arguments: HTTPClientKind.allCases)
  func cut(client: HTTPClientKind) async {
    await #expect(processExitsWith: .success) { [client] in
      let waits = Mutex(0)
      let server = try LoopbackServer { request in
        guard request.target.hasSuffix("changes") else { return ListeningCostTests.answer(request) }
        // A request on a connection that was used before is sent again, on a new one.
        let isCut = waits.withLock { waits in
          waits += 1
          return waits <= 2
        }
        return isCut ? .cut : .silence
      }
      let transport = try ListeningCostTests.transport(server, by: client)
      await #expect(throws: HTTPTransportError.self) {
        try await transport.waitForChanges(after: nil)
      }
      try await ListeningCostTests.checkListener(server, transport)
    }
  }

  @Test(
    "After an earlier wait whose answer was the last one of its connection",
    arguments: HTTPClientKind.allCases)
  func ended(client: HTTPClientKind) async {
    await #expect(processExitsWith: .success) { [client] in
      let waits = Mutex(0)
      let server = try LoopbackServer { request in
        guard request.target.hasSuffix("changes") else { return ListeningCostTests.answer(request) }
        let isFirst = waits.withLock { waits in
          waits += 1
          return waits == 1
        }
        return isFirst ? .last(204) : .silence
      }
      let transport = try ListeningCostTests.transport(server, by: client)
      #expect(try await !transport.waitForChanges(after: nil))
      try await ListeningCostTests.checkListener(server, transport)
    }
  }

  @Test(
    "After a pause in which the hub has ended all connections", arguments: HTTPClientKind.allCases)
  func pause(client: HTTPClientKind) async {
    await #expect(processExitsWith: .success) { [client] in
      let waits = Mutex(0)
      let server = try LoopbackServer(keepAlive: .seconds(5)) { request in
        guard request.target.hasSuffix("changes") else { return ListeningCostTests.answer(request) }
        let isOver = waits.withLock { waits in
          waits += 1
          return waits == 1
        }
        return isOver ? .json(204, "") : .silence
      }
      let transport = try ListeningCostTests.transport(server, by: client)
      #expect(try await !transport.waitForChanges(after: nil))
      _ = try await transport.pull(PullRequest(token: nil))
      try await Task.sleep(for: .seconds(6))
      try await ListeningCostTests.checkListener(server, transport)
    }
  }

  // MARK: The check

  /// Waits for changes, and counts the processor time of two seconds.
  private static func checkListener(
    _ server: LoopbackServer, _ transport: HTTPTransport
  ) async throws {
    let listener = Task { try await transport.waitForChanges(after: nil) }
    #expect(await eventually { server.received.last?.target.hasSuffix("changes") == true })
    try await Task.sleep(for: .milliseconds(300))
    let start = clock()
    try await Task.sleep(for: .seconds(2))
    let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    #expect(seconds < 0.1)
    listener.cancel()
    await #expect(throws: CancellationError.self) { try await listener.value }
  }

  private static func transport(
    _ server: LoopbackServer, by client: HTTPClientKind
  ) throws -> HTTPTransport {
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)"))
    let hub = try SyncHub(url: url, credentials: MemoryCredentialStore.signedIn)
    return try HTTPTransport(hub, zone: "iCloud.example", client: client) { _ in }
  }

  private static func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Answer {
    switch request.target {
    case "/sync": .json(200, #"{"versions": [1], "hubTime": 1}"#)
    case let path where path.hasSuffix("changes"): .silence
    default:
      .json(200, #"{"hubTime": 5, "records": [], "token": "1-2-0", "moreComing": false}"#)
    }
  }
}
#endif
