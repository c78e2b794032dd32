import Foundation
import PerennialRecords

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A real HTTP client of a hub.
struct HubClient: Sendable {
  static let zone = "iCloud.example"

  let port: Int
  let token: String?

  struct Answer: Sendable {
    let status: Int
    let body: Data
    let headers: [String: String]

    var text: String { String(decoding: body, as: UTF8.self) }

    func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
      do {
        return try JSONDecoder().decode(type, from: body)
      } catch {
        throw UnexpectedAnswer(status: status, text: text)
      }
    }

    /// The error of the answer.
    var error: HubError {
      get throws { try json(HubError.self) }
    }
  }

  struct UnexpectedAnswer: Error {
    let status: Int
    let text: String
  }

  func send(
    _ method: String, _ path: String, body: Data? = nil, headers: [String: String] = [:]
  ) async throws -> Answer {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else {
      throw URLError(.badURL)
    }
    var request = URLRequest(url: url, timeoutInterval: 20)
    request.httpMethod = method
    request.httpBody = body
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let session = URLSession(configuration: .ephemeral)
    defer { session.finishTasksAndInvalidate() }
    let (data, response) = try await session.data(for: request)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    let fields = response.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
    return Answer(
      status: response.statusCode, body: data, headers: Dictionary(fields) { first, _ in first })
  }

  func get(_ path: String) async throws -> Answer { try await send("GET", path) }

  func post(_ path: String, _ value: some Encodable) async throws -> Answer {
    try await send("POST", path, body: JSONEncoder().encode(value))
  }

  func post(_ path: String, text: String) async throws -> Answer {
    try await send("POST", path, body: Data(text.utf8))
  }

  // MARK: Records

  func push(
    _ records: [Record], after token: SyncToken? = nil, to zone: String = zone
  ) async throws -> Answer {
    try await post("/sync/1/zones/\(zone)/push", PushRequest(token: token, records: records))
  }

  func pull(after token: SyncToken? = nil, from zone: String = zone) async throws -> Answer {
    try await post("/sync/1/zones/\(zone)/pull", PullRequest(token: token))
  }

  /// Reads all pages of a zone.
  func records(of zone: String = zone) async throws -> [Record] {
    var records: [Record] = []
    var token: SyncToken?
    while true {
      let page = try await pull(after: token, from: zone).json(PullReply.self)
      records += page.records
      if !page.moreComing { return records }
      token = page.token
    }
  }
}
