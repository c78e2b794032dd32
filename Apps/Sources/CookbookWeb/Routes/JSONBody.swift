import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A value to answer with as JSON.
struct JSONBody<Value: Encodable> {
  var value: Value

  init(_ value: Value) { self.value = value }

  func response(
    status: HTTPResponse.Status = .ok,
    headers: HTTPFields = [:]
  ) throws -> Response {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    // Another program can write any number into the file.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var headers = headers
    headers[.contentType] = "application/json; charset=utf-8"
    headers[.cacheControl] = "no-store"
    let body = ByteBuffer(bytes: try encoder.encode(value))
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
  }
}

extension Request {
  /// Reads the body as JSON; bodies of more than half a megabyte are refused.
  func decoded<Value: Decodable>(as type: Value.Type = Value.self) async throws -> Value {
    let field = headers[.contentType] ?? ""
    guard field.lowercased().hasPrefix("application/json") else {
      throw HTTPError(.unsupportedMediaType, message: "Send application/json.")
    }
    let bytes = try await body.collect(upTo: 512 * 1024)
    return try JSONDecoder().decode(Value.self, from: Data(bytes.readableBytesView))
  }
}
