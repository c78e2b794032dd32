import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PerennialRecords

/// Answers in JSON.
enum Answer {
  /// Returns a value as an answer.
  static func json(
    _ value: some Encodable, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) throws -> Response {
    json(ByteBuffer(bytes: try RecordCoding.answer(value)), status: status, headers: headers)
  }

  /// Returns bytes, which are JSON already, as an answer.
  static func json(
    _ body: ByteBuffer, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) -> Response {
    var headers = headers
    headers[.contentType] = "application/json; charset=utf-8"
    headers[.cacheControl] = "no-store"
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
  }

  /// Returns a refusal as an answer.
  static func refusal(_ refusal: Refusal, hubTime: Int64) throws -> Response {
    let error = refusal.error
    var headers: HTTPFields = [:]
    if let delay = error.retryAfter {
      headers[.retryAfter] = String(Int(min(max(delay, 1), 86_400)))
    }
    if refusal.status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
    let body = HubError(
      error.code, error.reason, hubTime: hubTime, retryAfter: error.retryAfter)
    return try json(body, status: refusal.status, headers: headers)
  }
}
