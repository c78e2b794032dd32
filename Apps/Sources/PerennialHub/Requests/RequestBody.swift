import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PerennialRecords

extension Request {
  /// Reads the body and decodes it.
  ///
  /// - Throws: As ``checkedBody(notes:upTo:)``; `DecodingError`.
  func json<Value: Decodable>(
    _ type: Value.Type, notes: RequestNotes, upTo limit: Int = HubLimits.requestBytes
  ) async throws -> Value {
    try JSONDecoder().decode(type, from: try await checkedBody(notes: notes, upTo: limit))
  }

  /// Reads the body and decodes it; nil if it is empty.
  ///
  /// - Throws: As ``checkedBody(notes:upTo:)``; `DecodingError`.
  func optionalJSON<Value: Decodable>(
    _ type: Value.Type, notes: RequestNotes, upTo limit: Int
  ) async throws -> Value? {
    let body = try await checkedBody(notes: notes, upTo: limit)
    return body.isEmpty ? nil : try JSONDecoder().decode(type, from: body)
  }

  /// Reads the body.
  ///
  /// - Throws: `HubError/Code/tooLarge` for more bytes than `HubLimits.requestBytes`; `HubError/Code/badRequest`
  ///   for a body that isn't UTF-8, or too deep.
  func checkedBody(
    notes: RequestNotes, upTo limit: Int = HubLimits.requestBytes
  ) async throws -> Data {
    if let encoding = headers[.contentEncoding], encoding.lowercased() != "identity" {
      throw Refusal(
        .badRequest, "The hub reads bodies without a Content-Encoding only.",
        status: .unsupportedMediaType)
    }
    let length = headers[.contentLength].flatMap { Int($0) } ?? 0
    guard length <= limit else { throw Self.tooLarge(limit) }
    var body = ByteBuffer()
    body.reserveCapacity(length)
    for try await part in self.body {
      guard body.readableBytes + part.readableBytes <= limit else { throw Self.tooLarge(limit) }
      body.writeImmutableBuffer(part)
    }
    notes.note { $0.bytes = body.readableBytes }
    try JSONCheck.check(body)
    return Data(body.readableBytesView)
  }

  private static func tooLarge(_ limit: Int) -> Refusal {
    let advice = limit == HubLimits.requestBytes ? " Send fewer records at a time." : ""
    return Refusal(.tooLarge, "The body has more than \(limit) bytes.\(advice)")
  }
}
