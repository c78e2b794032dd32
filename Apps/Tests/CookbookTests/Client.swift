import Foundation
import FoundationNetworking
import WebTesting

/// A real HTTP client of a test server.
struct Client: Sendable {
  let port: Int

  struct Answer {
    var status: Int
    var text: String
    var headers: [String: String]
    /// The path at the end of all redirects.
    var path: String

    /// The JSON of the body.
    func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      return try decoder.decode(type, from: Data(text.utf8))
    }
  }

  func get(_ path: String, headers: [String: String] = [:]) async throws -> Answer {
    try await send("GET", path, headers: headers)
  }

  /// Sends a form the way a browser does.
  func post(
    _ path: String,
    form: [(String, String)] = [],
    headers: [String: String] = [:]
  ) async throws -> Answer {
    let allowed = CharacterSet.alphanumerics
    let body = form.map { name, value in
      "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")"
    }
    var headers = headers
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    return try await send("POST", path, headers: headers, body: body.joined(separator: "&"))
  }

  func json(_ method: String, _ path: String, _ body: String = "") async throws -> Answer {
    try await send(method, path, headers: ["Content-Type": "application/json"], body: body)
  }

  func url(_ path: String) throws -> URL {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw URLError(.badURL) }
    return url
  }

  func send(
    _ method: String,
    _ path: String,
    headers: [String: String] = [:],
    body: String? = nil
  ) async throws -> Answer {
    var request = URLRequest(url: try url(path), timeoutInterval: 10)
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let session = URLSession(configuration: .ephemeral)
    defer { session.finishTasksAndInvalidate() }
    let (data, response) = try await session.data(for: request)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    let fields = response.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
    return Answer(
      status: response.statusCode,
      text: String(decoding: data, as: UTF8.self),
      headers: Dictionary(fields) { first, _ in first },
      path: response.url?.path ?? ""
    )
  }
}

/// Listens to the changes of a book while `body` runs; the stream gives one event after the other.
func withEvents(
  of client: Client,
  _ body: @Sendable (AsyncStream<ReceivedEvent>) async throws -> Void
) async throws {
  try await withEvents(of: URLRequest(url: client.url("/events")), body)
}
