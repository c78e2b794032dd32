import Foundation
import HTTPTypes
import Hummingbird
import PerennialRecords

extension WebError {
  /// Returns an error as an answer.
  func response() throws -> Response {
    var headers: HTTPFields = [:]
    if let delay = retryAfter {
      headers[.retryAfter] = String(Int(min(max(delay, 1), 86_400)))
    }
    return try Answer.json(json, status: code.status, headers: headers)
  }

  /// The JSON form of the error of a request or a zone.
  var json: JSONValue {
    var members = members
    members["uuid"] = .text(UUID().uuidString)
    members["hubErrorCode"] = hubErrorCode.map { .text($0) }
    return .object(members)
  }

  /// Returns the JSON form of the error of a zone.
  ///
  /// - Parameter identifier: The zone's identifier, as the request has it.
  func json(ofZone identifier: JSONValue?) -> JSONValue {
    guard case .object(var members) = json else { return json }
    members["zoneID"] = identifier
    return .object(members)
  }
}
