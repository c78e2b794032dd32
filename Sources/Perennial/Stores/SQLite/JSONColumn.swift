import Foundation

/// The form of a `Codable` value that has no column type of its own: JSON text.
///
/// Keys are sorted, and the elements of a set: equal values are equal texts. But for sets inside of
/// other values, of which JSON does not tell that they are sets.
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
