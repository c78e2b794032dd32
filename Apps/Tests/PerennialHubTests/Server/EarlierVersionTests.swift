import Foundation
import PerennialRecords
import Testing
import WebTesting

/// Proxies ask a hub by HTTP/1.0, unless they are told otherwise: so does nginx 1.22.
@Suite("40/17: Requests of HTTP/1.0", .timeLimit(.minutes(1)))
struct EarlierVersionTests {
  /// Sends bytes, and returns the whole answer as a text.
  private func exchange(_ text: String, with port: Int) async throws -> String {
    try await withRawConnection(to: port) { connection in
      _ = await connection.send(text)
      return await connection.receiveAll().head
    }
  }

  @Test(
    "An answer has a length or ends with the connection, and is not cut into chunks",
    arguments: ["", "Connection: keep-alive\r\n"])
  func answer(field: String) async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      _ = try await phone.push([Sample.object(1)])
      let body = "{}"
      let text = """
        POST /sync/1/zones/\(HubClient.zone)/pull HTTP/1.0\r
        Host: 127.0.0.1:\(hub.port)\r
        Authorization: Bearer \(phone.token ?? "")\r
        Content-Length: \(body.utf8.count)\r
        \(field)\r
        \(body)
        """
      let answer = try await exchange(text, with: hub.port)
      let parts = answer.split(separator: "\r\n\r\n", maxSplits: 1).map(String.init)
      try #require(parts.count == 2)
      #expect(parts[0].hasPrefix("HTTP/1.0 200"))
      #expect(!parts[0].lowercased().contains("transfer-encoding"))
      #expect(parts[0].lowercased().contains("connection: close"))
      #expect(parts[1].hasPrefix("{"))
    }
  }

  @Test("Events arrive as they are, and tell a proxy not to hold them back")
  func events() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      let (token, port) = (phone.token ?? "", hub.port)
      let text = """
        GET /sync/1/zones/\(HubClient.zone)/changes HTTP/1.0\r
        Host: 127.0.0.1:\(port)\r
        Authorization: Bearer \(token)\r
        Accept: text/event-stream\r
        \r

        """
      let answer = try await LoopbackConnection.waiting { () -> LoopbackConnection.Response? in
        let connection = try LoopbackConnection(to: port)
        defer { connection.close() }
        try connection.send(text)
        return try connection.response()
      }
      let fields = try #require(answer).fields
      #expect(fields["x-accel-buffering"] == "no")
      #expect(fields["transfer-encoding"] == nil)
      #expect(fields["connection"] == "close")
    }
  }

  @Test("A connection of HTTP/1.1 stays open beside it")
  func laterVersion() async throws {
    try await withHub { hub in
      let port = hub.port
      let request = "GET /sync HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
      let isOpen = try await LoopbackConnection.waiting { () -> Bool in
        let connection = try LoopbackConnection(to: port)
        defer { connection.close() }
        for _ in 1...3 {
          try connection.send(request)
          guard try connection.response()?.status == 200 else { return false }
        }
        return connection.isOpen
      }
      #expect(isOpen)
    }
  }
}
