import Crypto
import Foundation
import HardenedHTTP
import PerennialHub
import PerennialRecords
import Testing

@Suite("Slow clients and many connections", .timeLimit(.minutes(1)))
struct SlowClientTests {
  private static func hurry(_ options: inout HubOptions) {
    options.limits.timeouts.head = .milliseconds(300)
    options.limits.timeouts.body = .milliseconds(300)
    options.limits.timeouts.write = .milliseconds(300)
    options.limits.timeouts.idle = .milliseconds(600)
  }

  @Test(
    "A client that stops within its head or its body loses its connection, and others are answered",
    arguments: [
      "", "POST /sync/1/zones/Z/push HT",
      "POST /sync/1/zones/Z/push HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Le",
      "POST /sync/1/zones/Z/push HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 100\r\n"
        + "Authorization: Bearer TOKEN\r\n\r\n{\"records\":[",
    ])
  func stops(text: String) async throws {
    try await withHub(configuring: Self.hurry) { hub in
      let phone = try await hub.signIn()
      let sent = text.replacing("TOKEN", with: phone.token ?? "")
        .replacing("PORT", with: "\(hub.port)")
      try await withRawConnection(to: hub.port) { connection in
        _ = await connection.send(sent)
        let push = try await phone.push([Sample.object(1)])
        #expect(push.status == 200)
        let answer = await connection.receiveAll()
        #expect(!answer.head.contains(" 200 "))
      }
      #expect(try await phone.records() == [Sample.object(1)])
    }
  }

  @Test("A body that arrives byte by byte is not stored, and ends the connection")
  func trickle() async throws {
    try await withHub(configuring: Self.hurry) { hub in
      let phone = try await hub.signIn()
      let body = String(
        decoding: try JSONEncoder().encode(PushRequest(token: nil, records: [Sample.object(1)])),
        as: UTF8.self)
      let head =
        "POST /sync/1/zones/\(HubClient.zone)/push HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n"
        + "Authorization: Bearer \(phone.token ?? "")\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
      try await withRawConnection(to: hub.port) { connection in
        #expect(await connection.send(head.replacing("PORT", with: "\(hub.port)")))
        var isOpen = true
        for byte in body where isOpen {
          isOpen = await connection.send(String(byte))
          try await Task.sleep(for: .milliseconds(50))
        }
        #expect(!isOpen)
      }
      #expect(try await phone.records().isEmpty)
    }
  }

  @Test("A client that does not read an answer loses its connection")
  func unread() async throws {
    try await withHub(configuring: Self.hurry) { hub in
      let phone = try await hub.signIn()
      let bytes = Data(repeating: 7, count: 24 << 20)
      let digest = SHA256.hash(data: bytes).map { byte in
        String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }
      let path = "/sync/1/zones/Z/assets/\(digest.joined())"
      #expect(try await phone.send("PUT", path, body: bytes).status == 201)
      try await withRawConnection(to: hub.port) { connection in
        let request =
          "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nAuthorization: Bearer \(phone.token ?? "")\r\n\r\n"
        #expect(await connection.send(request.replacing("PORT", with: "\(hub.port)")))
        try await Task.sleep(for: .seconds(2))
        let push = try await phone.push([Sample.object(1)])
        #expect(push.status == 200)
        let answer = await connection.receiveAll()
        #expect(answer.head.hasPrefix("HTTP/1.1 200 OK"))
        #expect(answer.count < bytes.count)
      }
    }
  }

  @Test("Connections beyond the limit displace idle ones, and requests are still answered")
  func manyConnections() async throws {
    try await withHub(configuring: { $0.limits.connections = 16 }) { hub in
      let phone = try await hub.signIn()
      let (closings, closing) = AsyncStream.makeStream(of: Void.self)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<60 {
          group.addTask {
            try await withRawConnection(to: hub.port) { connection in
              _ = await connection.send("GET /sync HT")
              _ = await connection.receiveAll()
              closing.yield()
            }
          }
        }
        // Of 60 half-open connections, at least 30 have to make room.
        var closed = 0
        for await _ in closings {
          closed += 1
          if closed == 30 { break }
        }
        let push = try await phone.push([Sample.object(1)])
        let records = try await phone.records()
        #expect(push.status == 200 && records == [Sample.object(1)])
        group.cancelAll()
        while let result = await group.nextResult() { _ = result }
      }
    }
  }

  @Test("Too many requests that wait are asked to try again later")
  func manyListeners() async throws {
    try await withHub(configuring: { $0.limits.streams = 4 }) { hub in
      let phone = try await hub.signIn()
      let path = "/sync/1/zones/\(HubClient.zone)/changes"
      try await withThrowingTaskGroup(of: HubClient.Answer.self) { group in
        for _ in 0..<5 { group.addTask { try await phone.get(path) } }
        let first = try #require(try await group.next())
        #expect(first.status == 503)
        #expect(try first.error.code == .tryAgainLater)
        #expect(first.headers["retry-after"] == "30")
        let second = try #require(try await group.next())
        #expect(second.status == 503)
        // The others are answered as soon as there is something.
        _ = try await phone.push([Sample.object(1)])
        for try await answer in group { #expect(answer.status == 200) }
      }
      #expect(try await phone.get(path).status == 200)
    }
  }
}
