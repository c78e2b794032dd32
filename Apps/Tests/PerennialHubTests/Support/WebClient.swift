import Foundation
import HTTPTypes
import PerennialHub
import PerennialRecords

/// A client of the CloudKit Web Services protocol.
struct WebClient: Sendable {
  let port: Int
  /// The query with the credentials: `ckWebAuthToken=…`.
  var credentials: String
  var container = "iCloud.example"
  var environment = "production"
  var database = "private"

  /// Creates the client of a signed-in device.
  init(_ device: HubClient) {
    port = device.port
    credentials = "ckWebAuthToken=\(device.token ?? "")"
  }

  init(port: Int, credentials: String, database: String) {
    (self.port, self.credentials, self.database) = (port, credentials, database)
  }

  /// The path of an operation.
  func path(_ operation: String) -> String {
    "/database/1/\(container)/\(environment)/\(database)/\(operation)"
  }

  /// Sends a request, and returns its answer.
  func send(
    _ operation: String, _ body: String? = "{}", method: String = "POST",
    headers: [String: String] = [:]
  ) async throws -> WebAnswer {
    let query = credentials.isEmpty ? "" : "?\(credentials)"
    let client = HubClient(port: port, token: nil)
    let answer = try await client.send(
      method, path(operation) + query, body: body.map { Data($0.utf8) }, headers: headers)
    return WebAnswer(
      status: answer.status,
      json: (try? JSONDecoder().decode(UnknownContent.self, from: answer.body)) ?? .null)
  }

  /// Carries out an operation on one record of a zone, and returns the answer's record.
  func modify(
    _ kind: String, _ name: String, _ fields: String = "{}", type: String? = "Note",
    tag: String? = nil, in zone: String = "perennial"
  ) async throws -> WebAnswer {
    let members = [
      #""recordName": "\#(name)""#, #""fields": \#(fields)"#,
      type.map { #""recordType": "\#($0)""# }, tag.map { #""recordChangeTag": "\#($0)""# },
    ].compactMap { $0 }.joined(separator: ",")
    let answer = try await send(
      "records/modify",
      """
      {"zoneID": {"zoneName": "\(zone)"},
       "operations": [{"operationType": "\(kind)", "record": {\(members)}}]}
      """)
    return answer.status == 200
      ? WebAnswer(status: 200, json: answer["records", 0]) : answer
  }

  /// Looks a record up.
  func lookup(_ name: String, in zone: String = "perennial") async throws -> WebAnswer {
    let answer = try await send(
      "records/lookup",
      #"{"zoneID": {"zoneName": "\#(zone)"}, "records": [{"recordName": "\#(name)"}]}"#)
    return answer.status == 200
      ? WebAnswer(status: 200, json: answer["records", 0]) : answer
  }

  /// Creates or deletes a zone.
  func zone(_ name: String, _ kind: String = "create") async throws -> WebAnswer {
    try await send(
      "zones/modify",
      """
      {"operations": [{"operationType": "\(kind)", "zone": {"zoneID": {"zoneName": "\(name)"}}}]}
      """)
  }
}

/// An answer of the CloudKit Web Services protocol.
struct WebAnswer: Sendable {
  let status: Int
  let json: UnknownContent

  /// Returns the value at a path of names and numbers; null if there is none.
  subscript(path: any WebPathStep...) -> UnknownContent {
    path.reduce(json) { value, step in
      switch (value, step) {
      case (.object(let members), let name as String): members[name] ?? .null
      case (.list(let elements), let index as Int) where elements.indices.contains(index):
        elements[index]
      default: .null
      }
    }
  }

  /// The text at a path; empty if there is none.
  func text(_ path: any WebPathStep...) -> String {
    let value = path.reduce(WebAnswer(status: status, json: json)) { answer, step in
      WebAnswer(status: status, json: answer[step])
    }
    if case .text(let text) = value.json { return text }
    return ""
  }

  /// The value of a field of a record.
  func value(_ field: String) -> UnknownContent { self["fields", field, "value"] }

  /// The code of an error.
  var code: String { text("serverErrorCode") }

  /// The names of the records of a list.
  var names: [String] { list("records").map { $0.text("recordName") } }

  func list(_ name: String) -> [WebAnswer] {
    guard case .list(let elements) = self[name] else { return [] }
    return elements.map { WebAnswer(status: status, json: $0) }
  }
}

/// A step of a path into JSON: a name or a number.
protocol WebPathStep {}
extension String: WebPathStep {}
extension Int: WebPathStep {}
