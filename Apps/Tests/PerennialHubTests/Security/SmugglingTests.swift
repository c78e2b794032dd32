import Foundation
import PerennialHub
import PerennialRecords
import Testing
import WebTesting

/// A request that a proxy and the hub would read as different requests.
struct AmbiguousRequest: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The statuses of the answers that a client may see; none if the connection only ends.
  let statuses: [[Int]]
  /// The bytes. `HOST` is the hub's name, `TOKEN` a token, and `SECOND` a whole second request.
  let text: String

  init(_ name: String, _ statuses: [Int]..., text: String) {
    testDescription = name
    self.statuses = statuses
    self.text = text
  }

  private static func post(_ fields: String, _ rest: String = "") -> String {
    "POST /sync/1/zones/Z/pull HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer TOKEN\r\n\(fields)\r\n\r\n\(rest)"
  }

  /// The lengths of bodies.
  static let lengths: [AmbiguousRequest] = [
    AmbiguousRequest(
      "a length and chunks", [400],
      text: post("Content-Length: 2\r\nTransfer-Encoding: chunked", "0\r\n\r\nSECOND")),
    AmbiguousRequest(
      "chunks and a length", [400],
      text: post("Transfer-Encoding: chunked\r\nContent-Length: 5", "0\r\n\r\nSECOND")),
    AmbiguousRequest(
      "two lengths", [400], text: post("Content-Length: 2\r\nContent-Length: 40", "{}SECOND")),
    AmbiguousRequest(
      "two equal lengths", [400], text: post("Content-Length: 2\r\nContent-Length: 2", "{}SECOND")),
    AmbiguousRequest("a list of lengths", [400], text: post("Content-Length: 2, 2", "{}SECOND")),
    AmbiguousRequest("a length with a sign", [400], text: post("Content-Length: +2", "{}SECOND")),
    AmbiguousRequest("a negative length", [400], text: post("Content-Length: -2", "{}SECOND")),
    AmbiguousRequest("a hexadecimal length", [400], text: post("Content-Length: 0x2", "{}SECOND")),
    AmbiguousRequest(
      "a length that overflows", [400],
      text: post("Content-Length: 18446744073709551618", "{}SECOND")),
    AmbiguousRequest(
      "chunks under another coding", [400],
      text: post("Transfer-Encoding: chunked, identity", "0\r\n\r\nSECOND")),
    AmbiguousRequest(
      "an unknown coding", [400], text: post("Transfer-Encoding: xchunked", "0\r\n\r\nSECOND")),
    AmbiguousRequest(
      "a chunk whose length overflows", [400],
      text: post("Transfer-Encoding: chunked", "FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\nSECOND")),
    AmbiguousRequest(
      "a chunk whose length has a sign", [400],
      text: post("Transfer-Encoding: chunked", "-2\r\n{}\r\n0\r\n\r\nSECOND")),
    AmbiguousRequest(
      "a chunk that is longer than its length", [400],
      text: post("Transfer-Encoding: chunked", "1\r\n{}\r\n0\r\n\r\nSECOND")),
  ]

  /// The forms of heads.
  static let heads: [AmbiguousRequest] = [
    AmbiguousRequest(
      "a field that continues on the next line", [400],
      text: post("X-Long: a\r\n Content-Length: 2", "SECOND")),
    AmbiguousRequest(
      "a blank before the colon", [400], text: post("Content-Length : 2", "{}SECOND")),
    AmbiguousRequest(
      "a zero byte in a field", [400], text: post("X-Zero: a\u{0}b\r\nContent-Length: 2", "{}")),
    AmbiguousRequest(
      "a carriage return in a field", [400], text: post("X-Return: a\rSECOND\r\nContent-Length: 2")),
    AmbiguousRequest("a field without a colon", [400], text: post("Content-Length", "{}")),
    AmbiguousRequest("a field without a name", [400], text: post(": 2", "{}")),
    AmbiguousRequest(
      "lines that end without a carriage return", [400], [],
      text: "GET /sync HTTP/1.1\nHost: HOST\n\nSECOND"),
    AmbiguousRequest("HTTP/0.9", [400], [], text: "GET /sync\r\n\r\n"),
    AmbiguousRequest("HTTP/2", [400], [], text: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    AmbiguousRequest(
      "a head of 64 KiB", [431], text: post("X-Long: \(String(repeating: "x", count: 65_536))")),
    AmbiguousRequest(
      "200 fields", [431], text: post((0..<200).map { "X-\($0): x" }.joined(separator: "\r\n"))),
  ]

  /// The names of hosts.
  static let hosts: [AmbiguousRequest] = [
    host("another name", [421], "evil.example"),
    host("a name that begins like the hub's", [421], "localhost.evil.example"),
    host("another port", [421], "127.0.0.1:1"),
    host("a user before the name", [421], "HOST@evil.example"),
    host("the hub's name as a user", [421], "evil.example@HOST"),
    host("a path behind the name", [421], "HOST/evil"),
    host("no name", [421], ""),
    host("two names", [400], "HOST\r\nHost: evil.example"),
    AmbiguousRequest(
      "a proxy's field for another name", [401],
      text: "GET /sync/1/account HTTP/1.1\r\nHost: HOST\r\nX-Forwarded-Host: evil.example\r\n\r\n"),
    AmbiguousRequest(
      "an absolute path to another host, without a token", [401],
      text: "GET http://evil.example/sync/1/account HTTP/1.1\r\nHost: HOST\r\n\r\n"),
  ]

  private static func host(_ name: String, _ statuses: [Int], _ host: String) -> AmbiguousRequest {
    AmbiguousRequest(
      name, statuses,
      text: "GET /sync/1/account HTTP/1.1\r\nHost: \(host)\r\nAuthorization: Bearer TOKEN\r\n\r\n")
  }
}

@Suite("Ambiguous requests", .timeLimit(.minutes(1)))
struct SmugglingTests {
  @Test("A second request inside of an ambiguous one is never carried out, and nothing is told")
  func table() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      let (token, port) = (phone.token ?? "", hub.port)
      let second = """
        DELETE /sync/1/account HTTP/1.1\r
        Host: 127.0.0.1:\(port)\r
        Authorization: Bearer \(token)\r
        \r

        """
      for row in AmbiguousRequest.lengths + AmbiguousRequest.heads + AmbiguousRequest.hosts {
        let text = row.text.replacing("HOST", with: "127.0.0.1:\(port)")
          .replacing("TOKEN", with: token).replacing("SECOND", with: second)
        let seen = try await LoopbackConnection.waiting { () -> [(Int, String)] in
          let connection = try LoopbackConnection(to: port)
          defer { connection.close() }
          try? connection.send(text)
          connection.finishSending()
          var answers: [(Int, String)] = []
          while let answer = try connection.response() {
            answers.append((answer.status, String(decoding: answer.body, as: UTF8.self)))
          }
          return answers
        }
        #expect(row.statuses.contains(seen.map(\.0)), "\(row.testDescription): \(seen)")
        #expect(seen.allSatisfy { !$0.1.contains("\"account\"") }, "\(row.testDescription)")
        #expect(try await hub.storage.account(named: "ann") != nil, "\(row.testDescription)")
      }
      #expect(try await phone.pull().status == 200)
    }
  }
}
