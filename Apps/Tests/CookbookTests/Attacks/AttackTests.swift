import CookbookModel
import CookbookWeb
import Foundation
import HardenedHTTP
import Logging
import Synchronization
import Testing
import WebTesting

@Suite("13.23 Attacks", .timeLimit(.minutes(2)))
struct AttackTests {
  /// Times that are short enough for a test, and long enough for honest clients.
  private static func impatient(_ server: inout CookbookServer) {
    server.limits.timeouts.head = .milliseconds(700)
    server.limits.timeouts.body = .milliseconds(700)
    server.limits.timeouts.minimumBodyRate = 1000
    server.limits.timeouts.idle = .milliseconds(700)
    server.limits.timeouts.write = .milliseconds(700)
    server.limits.timeouts.linger = .milliseconds(500)
  }

  /// Makes an attack; meanwhile an honest client opens pages, again and again.
  private func attack<Result: Sendable>(
    _ client: Client, _ body: @escaping @Sendable (Attack.Target) throws -> Result
  ) async throws -> Result {
    let isOver = Mutex(false)
    async let served = honestVisits(to: client) { isOver.withLock { $0 } }
    let result: Swift.Result<Result, any Error>
    do {
      let target = Attack.Target(port: client.port)
      result = .success(try await LoopbackConnection.waiting { try body(target) })
    } catch {
      result = .failure(error)
    }
    isOver.withLock { $0 = true }
    let count = try await served
    #expect(count > 0)
    return try result.get()
  }

  /// Returns the indices of the connections that are open, once there are few enough, or after 5 seconds.
  private static func open(_ crowd: [LoopbackConnection], atMost limit: Int) -> [Int] {
    var open: [Int] = []
    for _ in 1...50 {
      usleep(100_000)
      open = crowd.indices.filter { crowd[$0].isOpen }
      if open.count <= limit { break }
    }
    return open
  }

  /// - Returns: The number of pages that were served.
  private func honestVisits(
    to client: Client, until isOver: @Sendable () -> Bool
  ) async throws -> Int {
    var served = 0
    repeat {
      for path in ["/health", "/recipes/new"] {
        let answer = try await client.get(path)
        try #require(answer.status == 200)
        served += 1
      }
    } while !isOver()
    return served
  }

  @Test(
    "13.23 The attacker gets its answer and the end of the connection, and others are served",
    arguments: Attack.foreignPages + Attack.slowness + Attack.excess
  )
  func table(_ row: Attack) async throws {
    try await withServer(configuring: Self.impatient) { client, book in
      let counts = try await book.reader.counts()
      let start = ContinuousClock.now
      let seen = try await attack(client) { target in
        let connection = try row.make(target)
        defer { connection.close() }
        var responses: [LoopbackConnection.Response] = []
        while let response = try connection.response() { responses.append(response) }
        return responses.map { ($0.status, $0.fields, String(decoding: $0.body, as: UTF8.self)) }
      }
      #expect(seen.map(\.0) == row.sees)
      #expect(ContinuousClock.now - start < .seconds(8))
      #expect(try await book.reader.counts() == counts)
      for (status, fields, body) in seen where status == 421 {
        #expect(fields["content-type"] == "text/plain; charset=utf-8" && !body.contains("<"))
      }
    }
  }

  @Test("13.23 A client that reads nothing does not hold its responses for ever")
  func unread() async throws {
    try await withServer(configuring: Self.impatient) { client, _ in
      // More than all buffers between the server and the client hold.
      let path = "/assets/cookbook.css"
      let asked = 16_000_000 / (try await client.get(path).text.utf8.count)
      let seen = try await attack(client) { target in
        let connection = try target.connect(window: 65_536)
        defer { connection.close() }
        for _ in 0..<asked { try connection.send(target.head("GET \(path)")) }
        sleep(2)
        var seen = 0
        while try connection.response() != nil { seen += 1 }
        return seen
      }
      #expect(seen > 0 && seen < asked / 2)
    }
  }

  @Test("13.23 A client that reads slowly gets all of its responses")
  func slowReading() async throws {
    let brief: @Sendable (inout CookbookServer) -> Void = { server in
      server.limits.timeouts.linger = .milliseconds(20)
    }
    try await withServer(configuring: brief) { client, _ in
      let path = "/assets/cookbook.css"
      let asked = 16_000_000 / (try await client.get(path).text.utf8.count)
      let seen = try await attack(client) { target in
        let connection = try target.connect(window: 65_536)
        defer { connection.close() }
        for _ in 1..<asked { try connection.send(target.head("GET \(path)")) }
        try connection.send(target.head("GET \(path)", "Connection: close"))
        var seen = 0
        while try connection.response() != nil {
          seen += 1
          if seen > asked - 300 { usleep(8_000) }
        }
        return seen
      }
      #expect(seen == asked)
    }
  }

  @Test(
    "13.23 An upload that ends early changes nothing, and is no error of the server",
    arguments: [true, false])
  func aborted(isLeaving: Bool) async throws {
    let log = RecordedLog()
    try await withServer(logger: log.logger, configuring: Self.impatient) { client, book in
      let counts = try await book.reader.counts()
      // All of a form, of which the head says that there is more.
      let form = Samples.form.map { name, value in
        "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
      }.joined(separator: "&")
      for _ in 1...3 {
        _ = try await attack(client) { target in
          let connection = try target.connect()
          try connection.send(target.form(form.utf8.count + 100) + form)
          usleep(100_000)
          if !isLeaving { try connection.waitForEnd() }
          connection.close()
        }
      }
      try await log.wait(for: "POST /recipes")
      #expect(try await book.reader.counts() == counts)
      #expect(log.entries { $0 >= .notice } == [])
    }
  }

  @Test(
    "13.23 Hundreds of connections that take long do not keep other clients out",
    arguments: ["", "GET / HTTP/1.1\r\nHost: ", "FORM", "GET /health"])
  func crowd(beginning: String) async throws {
    let limit = 40
    let patient: @Sendable (inout CookbookServer) -> Void = { $0.limits.connections = limit }
    try await withServer(configuring: patient) { client, _ in
      let left = try await attack(client) { target in
        let crowd = try (1...300).map { _ in
          let connection = try target.connect()
          let text =
            switch beginning {
            case "FORM": target.form(1000) + "title="
            case "GET /health": target.head(beginning)
            default: beginning
            }
          // A connection may have been closed already.
          try? connection.send(text)
          return connection
        }
        defer { for connection in crowd { connection.close() } }
        return Self.open(crowd, atMost: limit + ServerLimits.reserve)
      }
      #expect(left.count <= limit + ServerLimits.reserve)
      // The connections that have waited longest are closed first. Idle connections wait from their
      // response on, and the order of the responses is not that of the requests.
      #expect(beginning.hasPrefix("GET /health") || left.allSatisfy { $0 >= 200 })
    }
  }

  @Test("13.23 Event streams are limited in number, and pages are served beside them")
  func streams() async throws {
    let few: @Sendable (inout CookbookServer) -> Void = { $0.limits.streams = 8 }
    try await withServer(configuring: few) { client, book in
      let statuses = try await attack(client) { target in
        let crowd = try (1...12).map { _ in
          let connection = try target.connect()
          try connection.send(target.head("GET /events"))
          return (connection, try connection.response()?.status)
        }
        defer { for (connection, _) in crowd { connection.close() } }
        return crowd.map(\.1)
      }
      #expect(statuses == Array(repeating: 200, count: 6) + Array(repeating: 503, count: 6))
      // The clients that left make room for others.
      for _ in 0..<100 where book.changes.listenerCount > 0 {
        try await Task.sleep(for: .milliseconds(50))
      }
      try await withEvents(of: client) { events in
        let welcome = await events.first { $0.name == "welcome" }
        #expect(welcome != nil)
      }
    }
  }

  @Test("13.23 400 half-open connections at “ulimit -n 256” do not keep other clients out")
  func descriptors() async throws {
    let server = try await CookbookProcess.start(descriptors: 256)
    defer { server.stop() }
    let client = Client(port: server.port)
    let left = try await attack(client) { target in
      let crowd = try (1...400).map { _ in
        let connection = try target.connect()
        try? connection.send("GET / HTTP/1.1\r\nHost: loc")
        return connection
      }
      defer { for connection in crowd { connection.close() } }
      return Self.open(crowd, atMost: 192).count
    }
    #expect(left <= 192)
    // A page that reads the store, and one that writes to it.
    #expect(try await client.get("/").text.contains("Hummus"))
    #expect(try await client.post("/recipes", form: Samples.form).text.contains("Lemon Posset"))
  }
}
