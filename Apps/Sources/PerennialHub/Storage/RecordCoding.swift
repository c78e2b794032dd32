import Foundation
import PerennialRecords

/// The JSON form of records, as the hub stores and sends them.
enum RecordCoding {
  /// Returns the JSON form of a record.
  static func body(of record: Record) throws -> Data {
    try RecordWriter.body(of: record) ?? answer(record)
  }

  /// Returns the record of a stored JSON form.
  ///
  /// - Throws: ``HubStorageError/Code/fileFailure``. It isn't the mistake of the request that needs the record.
  static func record(in body: Data) throws -> Record {
    if let record = RecordReader.record(in: body) { return record }
    do {
      return try JSONDecoder().decode(Record.self, from: body)
    } catch {
      // The error is left out of the log, because it can have parts of the record.
      throw HubStorageError(
        .fileFailure, "A stored record is damaged. Restore a backup of the hub.")
    }
  }

  /// Returns the push in a body that was checked by ``JSONCheck``.
  static func push(in body: Data) throws -> PushRequest {
    try RecordReader.push(in: body) ?? JSONDecoder().decode(PushRequest.self, from: body)
  }

  /// Returns the JSON form of an answer.
  static func answer(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    return try encoder.encode(value)
  }
}
