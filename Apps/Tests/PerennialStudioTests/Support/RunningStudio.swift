import Foundation
import FoundationNetworking
import Logging
import PerennialStudio
import WebTesting

/// A studio that runs while a test does.
struct RunningStudio: Sendable {
  /// The address that was printed, with the token.
  let address: String
  let port: Int
  /// The field `Cookie` of a browser that is signed in.
  let cookie: String

  struct NotStarted: Error {}

  /// Sends a request and returns the response. Redirections are not followed.
  func send(
    _ path: String, method: String = "GET", cookie: String? = nil, host: String? = nil,
    fields: [String: String] = [:]
  ) async throws -> LoopbackConnection.Response {
    try await Self.send(
      port, path, method: method, cookie: cookie ?? self.cookie, host: host, fields: fields)
  }

  /// Sends a form, as a page of the studio does.
  func post(
    _ path: String, _ form: KeyValuePairs<String, String>, fields: [String: String] = [:]
  ) async throws -> LoopbackConnection.Response {
    let body = form.map { "\($0.encoded)=\($1.encoded)" }.joined(separator: "&")
    var all = ["Content-Type": "application/x-www-form-urlencoded"]
    all.merge(fields) { $1 }
    return try await Self.send(
      port, path, method: "POST", cookie: cookie, host: nil, fields: all, body: body)
  }

  /// Returns the text of a page.
  func page(_ path: String) async throws -> String {
    String(decoding: try await send(path).body, as: UTF8.self)
  }

  /// Returns the content of a file that is sent in parts.
  func file(_ path: String) async throws -> String {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw NotStarted() }
    let (data, _) = try await URLSession.shared.data(for: request(url))
    return String(decoding: data, as: UTF8.self)
  }

  var events: URLRequest {
    get throws {
      guard let url = URL(string: "http://127.0.0.1:\(port)/events") else { throw NotStarted() }
      return request(url)
    }
  }

  private func request(_ url: URL) -> URLRequest {
    var request = URLRequest(url: url, timeoutInterval: 20)
    request.httpShouldHandleCookies = false
    request.setValue(cookie, forHTTPHeaderField: "Cookie")
    return request
  }

  fileprivate static func send(
    _ port: Int, _ path: String, method: String = "GET", cookie: String = "", host: String? = nil,
    fields: [String: String] = [:], body: String = ""
  ) async throws -> LoopbackConnection.Response {
    try await LoopbackConnection.waiting {
      let connection = try LoopbackConnection(to: port)
      defer { connection.close() }
      var head = "\(method) \(path) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\n"
      if !cookie.isEmpty { head += "Cookie: \(cookie)\r\n" }
      for (name, value) in fields { head += "\(name): \(value)\r\n" }
      if !body.isEmpty { head += "Content-Length: \(body.utf8.count)\r\n" }
      try connection.send(head + "Connection: close\r\n\r\n" + body)
      guard let response = try connection.response() else { throw NotStarted() }
      return response
    }
  }
}

/// Starts a studio, signs in unless told otherwise, runs a test and stops the studio.
///
/// - Parameters:
///   - port: The port to listen on; 0 for any.
///   - isEditing: `true` for a studio that edits the store.
func withStudio(
  _ store: URL, port: Int = 0, signingIn: Bool = true, isEditing: Bool = false,
  _ body: @Sendable (RunningStudio) async throws -> Void
) async throws {
  var logger = Logger(label: "Tests")
  logger.logLevel = .critical
  var server = StudioServer(store: store, port: port, isEditing: isEditing, logger: logger)
  server.stopsOnSignals = false
  server.heartbeat = .milliseconds(200)
  let running = server
  let (addresses, source) = AsyncStream.makeStream(of: String.self)
  try await withThrowingTaskGroup(of: Void.self) { group in
    defer { group.cancelAll() }
    group.addTask {
      defer { source.finish() }
      do {
        try await running.run { source.yield($0) }
      } catch is CancellationError {
        // The test is over.
      }
    }
    guard let address = await addresses.first(where: { _ in true }),
      let port = URL(string: address)?.port
    else { throw RunningStudio.NotStarted() }
    var cookie = ""
    if signingIn {
      let path = String(address.drop { $0 != "?" })
      let response = try await RunningStudio.send(port, "/\(path)")
      cookie = String((response.fields["set-cookie"] ?? "").prefix { $0 != ";" })
    }
    try await body(RunningStudio(address: address, port: port, cookie: cookie))
  }
}

extension String {
  /// The text as a value in an address.
  var encoded: String { addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
}
