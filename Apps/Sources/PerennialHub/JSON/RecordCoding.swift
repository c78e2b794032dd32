import Foundation
import PerennialRecords

/// The JSON form of records, as the hub stores and sends them.
enum RecordCoding {
  /// Returns the JSON form of a record.
  static func body(of record: Record) throws -> Data { try encoder().encode(record) }

  /// Returns the record of a stored JSON form.
  static func record(in body: Data) throws -> Record {
    try JSONDecoder().decode(Record.self, from: body)
  }

  /// Returns the request in a body that was checked by ``JSONCheck``.
  static func request<Request: Decodable>(_ type: Request.Type, in body: Data) throws -> Request {
    try JSONDecoder().decode(type, from: body)
  }

  /// Returns the JSON form of an answer.
  static func answer(_ value: some Encodable) throws -> Data { try encoder().encode(value) }

  private static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    return encoder
  }
}
