import Foundation

/// The stored form of a `Codable` value without a column type of its own: JSON text.
///
/// The keys of objects and the elements of a set are sorted, so equal values have equal texts. The
/// exception is a set inside another value: the JSON array does not show that it is a set.
package enum JSONColumn {
  static func encode<Value: Encodable>(_ value: Value) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    let json = String(decoding: try encoder.encode(value), as: UTF8.self)
    guard let unordered = Value.self as? any UnorderedJSON.Type else { return json }
    return sorted(json, by: unordered.stride)
  }

  package static func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws
    -> Value
  {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return try decoder.decode(type, from: Data(text.utf8))
  }
}
