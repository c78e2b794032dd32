import Foundation
import PerennialRecords
@testable import PerennialSync
import RandomTesting
import Synchronization
import Testing

/// No network may end a program that syncs. Whatever comes in place of an answer is an answer, or a failure that can be
/// tried again.
@Suite("40/14: Answers that are cut or unusual", .timeLimit(.minutes(2)))
struct UnusualAnswersTests {
  private func connection(
    _ server: LoopbackServer, by client: HTTPClientKind
  ) throws -> HubConnection {
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)"))
    let hub = try SyncHub(url: url, credentials: MemoryCredentialStore.signedIn)
    return HubConnection(hub, client: client)
  }

  // MARK: Forms that servers may use

  struct Form: Sendable, CustomTestStringConvertible {
    let name: String
    let lines: [String]
    let body: String
    var testDescription: String { name }
  }

  private static let forms = [
    Form(name: "HTTP/1.0, without a length", lines: ["HTTP/1.0 200 OK"], body: "[1,2]"),
    Form(name: "without a reason", lines: ["HTTP/1.1 200", "Content-Length: 5"], body: "[1,2]"),
    Form(
      name: "without spaces in the fields",
      lines: ["HTTP/1.1 200 OK", "content-length:5", "x-other:"], body: "[1,2]"),
    Form(
      name: "one field twice",
      lines: ["HTTP/1.1 200 OK", "X-A: 1", "X-A: 2", "Content-Length: 5"], body: "[1,2]"),
    Form(
      name: "more than its length", lines: ["HTTP/1.1 200 OK", "Content-Length: 5"],
      body: "[1,2] and more"),
  ]

  // Some of these are refused by Foundation's client on Linux.
  @Test("A body arrives in each form that servers may use", arguments: forms)
  func form(form: Form) async throws {
    let server = try LoopbackServer { _ in
      .raw([Array((form.lines + ["", form.body]).joined(separator: "\r\n").utf8)])
    }
    defer { server.stop() }
    let answer = try await connection(server, by: .ofPlatform).send("GET", "sync")
    #expect(answer.status == 200)
    #expect(answer.body == Data("[1,2]".utf8))
  }

  #if os(Linux)
  @Test("A header has the fields of the last answer, the first of two with one name")
  func head() {
    var head = AnswerHead()
    let lines = [
      "HTTP/1.1 100 Continue\r\n", "X-A: 0\r\n", "\r\n", "HTTP/1.1 200 OK\r\n", "X-A:  1 \r\n",
      "x-a: 2\r\n", "No colon\r\n", "Location: http://a:1\r\n",
    ]
    #expect(lines.map { head.take(line: $0) } == Array(repeating: false, count: lines.count))
    #expect([head.take(line: "\r\n"), head.take(line: "X-After: 3\r\n")] == [true, false])
    #expect(head.status == 200 && head.isComplete)
    #expect(head.fields == ["x-a": "1", "location": "http://a:1"])
  }

  // MARK: Answers that are none

  private static let whole = Array(
    """
    HTTP/1.1 200 OK\r
    Content-Type: application/json\r
    Transfer-Encoding: chunked\r
    Connection: keep-alive\r
    \r
    10\r
    {"versions": [1]\r
    10\r
    , "hubTime": 12}\r
    0\r
    \r

    """.utf8)

  @Test("An answer that is cut anywhere is a failure of the network, and the next one arrives")
  func cut() async throws {
    let (counter, whole) = (Counter(), Self.whole)
    let server = try LoopbackServer { _ in
      .raw([Array(whole.prefix(counter.value))])
    }
    defer { server.stop() }
    let connection = try connection(server, by: .curl)
    for count in 0..<whole.count {
      counter.value = count
      do {
        let answer = try await connection.send("GET", "sync", patience: 20)
        #expect(answer.body == Data(#"{"versions": [1], "hubTime": 12}"#.utf8))
        // The end of the last chunk alone is missing.
        #expect(count >= whole.count - 2)
      } catch let error as HTTPTransportError {
        guard case .network = error else {
          Issue.record("\(count): \(error)")
          continue
        }
      }
    }
    counter.value = whole.count
    #expect(try await connection.send("GET", "sync").status == 200)
  }

  @Test("Whatever bytes come, a request ends with an answer or an error, and the next one arrives")
  func changed() async throws {
    let (counter, whole) = (Counter(), Self.whole)
    let seeds = TestSeeds.only.map { [$0] } ?? TestSeeds.some(TestAmount.fuzzedAnswers.count)
    let server = try LoopbackServer { _ in
      let number = counter.value
      return .raw([number < seeds.count ? Self.changed(whole, seed: seeds[number]) : whole])
    }
    defer { server.stop() }
    let connection = try connection(server, by: .curl)
    for (number, seed) in seeds.enumerated() {
      counter.value = number
      do { try await connection.send("GET", "sync", patience: 20) } catch {
        #expect(
          error is HTTPTransportError || error is HubError, "PERENNIAL_SEED=\(seed): \(error)")
      }
    }
    counter.value = seeds.count
    #expect(try await connection.send("GET", "sync").status == 200)
  }

  /// Returns an answer with some bytes changed, removed or repeated.
  private static func changed(_ answer: [UInt8], seed: UInt64) -> [UInt8] {
    var (bytes, random) = (answer, SeededGenerator(seed: seed))
    for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.removeSubrange(place..<min(bytes.count, place + 8))
      case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 20)], at: place)
      case 3:
        bytes[place] = [0x0A, 0x0D, 0x20, 0x3A, 0x30, 0xFF].randomElement(using: &random) ?? 0
      default: bytes.removeLast(min(bytes.count, Int.random(in: 0...40, using: &random)))
      }
    }
    return bytes
  }
  #endif
}

/// A number that a test and a server share.
private final class Counter: Sendable {
  private let number = Mutex(0)
  var value: Int {
    get { number.withLock { $0 } }
    set { number.withLock { $0 = newValue } }
  }
}
