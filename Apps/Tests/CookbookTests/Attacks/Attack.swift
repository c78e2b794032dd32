import Foundation
import Testing
import WebTesting

/// Something that a hostile client does to a server.
struct Attack: Sendable, CustomTestStringConvertible {
  /// The server as the attack reaches it.
  struct Target: Sendable {
    let port: Int

    func connect(window: Int32? = nil) throws -> LoopbackConnection {
      try LoopbackConnection(to: port, window: window)
    }

    /// The head of a request; it ends with its blank line.
    func head(_ line: String, _ fields: String...) -> String {
      ([line + " HTTP/1.1", "Host: localhost:\(port)"] + fields).joined(separator: "\r\n")
        + "\r\n\r\n"
    }

    /// The head of a request that brings a form.
    func form(_ size: Int) -> String {
      head(
        "POST /recipes", "Content-Type: application/x-www-form-urlencoded",
        "Content-Length: \(size)")
    }
  }

  let name: String
  /// The status of each response that the client sees.
  let sees: [Int]
  /// Makes the attack, and returns the connection whose responses are checked.
  let make: @Sendable (Target) throws -> LoopbackConnection

  init(
    _ name: String, sees: Int...,
    make: @escaping @Sendable (Target) throws -> LoopbackConnection
  ) {
    self.name = name
    self.sees = sees
    self.make = make
  }

  var testDescription: String {
    let statuses = sees.isEmpty ? "no response" : sees.map(String.init).joined(separator: ", ")
    return "\(name) → \(statuses), and the end of the connection"
  }
}

extension Attack {
  /// The attacks by the name of a host and by the origin of a page.
  static let foreignPages: [Attack] = [
    foreign("a foreign name that resolves to this machine", 421, host: "evil.example"),
    foreign("that name with the server's port", 421, host: "evil.example:PORT"),
    foreign("this machine's name with another port", 421, host: "localhost:1"),
    foreign(
      "a name that only begins like this machine's", 421, host: "localhost.evil.example:PORT"),
    foreign("no host", 400, host: nil),
    foreign("two hosts", 400, host: "localhost:PORT\r\nHost: evil.example"),
    foreign("another origin", 403, "Origin: http://evil.example"),
    foreign("another port of this machine", 403, "Origin: http://localhost:1"),
    foreign("an origin of no page", 403, "Origin: null"),
    foreign(
      "another origin with Sec-Fetch-Site: same-origin", 403, "Origin: http://evil.example",
      "Sec-Fetch-Site: same-origin"),
    foreign("another site", 403, "Sec-Fetch-Site: cross-site"),
    foreign("another port, which is the same site", 403, "Sec-Fetch-Site: same-site"),
    foreign(
      "a link that would change something", 403, "Sec-Fetch-Site: cross-site",
      "Sec-Fetch-Mode: navigate"),
  ]

  private static func foreign(
    _ name: String, _ status: Int, host: String? = "localhost:PORT", _ fields: String...
  ) -> Attack {
    Attack(name, sees: status) { target in
      let connection = try target.connect()
      var lines = ["POST /reset HTTP/1.1"]
      if let host {
        lines.append("Host: \(host.replacing("PORT", with: String(target.port)))")
      }
      lines += fields
      lines += ["Content-Type: application/x-www-form-urlencoded", "Content-Length: 8"]
      lines += ["Connection: close", "", "own=keep"]
      try connection.send(lines.joined(separator: "\r\n"))
      return connection
    }
  }

  /// The attacks by taking time.
  static let slowness: [Attack] = [
    Attack("a connection without a request") { try $0.connect() },
    Attack("half of a head, and no more", sees: 408) { target in
      let connection = try target.connect()
      try connection.send("GET / HTTP/1.1\r\nHost: loc")
      return connection
    },
    Attack("a head byte by byte", sees: 408) { target in
      let connection = try target.connect()
      trickle("GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 600))", on: connection)
      return connection
    },
    Attack("a second head byte by byte", sees: 200, 408) { target in
      let connection = try target.connect()
      try connection.send(target.head("GET /health"))
      trickle("GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 600))", on: connection)
      return connection
    },
    Attack("a body that stops", sees: 408) { target in
      let connection = try target.connect()
      try connection.send(target.form(1000) + "title=Half")
      return connection
    },
    Attack("a body byte by byte", sees: 408) { target in
      let connection = try target.connect()
      try connection.send(target.form(100_000))
      trickle("title=\(String(repeating: "x", count: 600))", on: connection)
      return connection
    },
    Attack("a request, and then silence", sees: 200) { target in
      let connection = try target.connect()
      try connection.send(target.head("GET /health"))
      return connection
    },
  ]

  /// Sends a text byte by byte until the server closes the connection.
  private static func trickle(_ text: String, on connection: LoopbackConnection) {
    for byte in text.utf8 {
      guard (try? connection.send(Data([byte]))) != nil, connection.isOpen else { return }
      usleep(10_000)
    }
  }

  /// The attacks by size, and by what isn't HTTP.
  static let excess: [Attack] = [
    Attack("a form of 40 megabytes, of which 3 are sent before a response is read", sees: 413) {
      target in
      let connection = try target.connect()
      try connection.send(target.form(40_000_000))
      for _ in 0..<30 { try connection.send(Data(repeating: 0x78, count: 100_000)) }
      return connection
    },
    Attack("a head of a megabyte", sees: 431) { target in
      let connection = try target.connect()
      try connection.send(target.head("GET /", "X: \(String(repeating: "x", count: 1_000_000))"))
      return connection
    },
    Attack("a thousand fields", sees: 431) { target in
      let connection = try target.connect()
      let fields = (1...1000).map { "X-\($0): x" }.joined(separator: "\r\n")
      try connection.send(target.head("GET /", fields))
      return connection
    },
    Attack("a megabyte behind a change of protocol", sees: 200) { target in
      let connection = try target.connect()
      try connection.send(
        target.head("GET /health", "Connection: Upgrade", "Upgrade: websocket"))
      for _ in 0..<10 { try? connection.send(Data(repeating: 0x78, count: 100_000)) }
      return connection
    },
    Attack("what isn't HTTP", sees: 400) { target in
      let connection = try target.connect()
      try connection.send("EHLO evil.example\r\n\r\n")
      return connection
    },
  ]
}
