import Foundation

/// The stored form of a `Codable` value without a column type of its own: JSON text.
///
/// The keys of objects and the elements of sets are sorted, at any depth, so equal values have equal texts.
package enum JSONColumn {
  static func encode<Value: Encodable>(_ value: Value) throws -> String {
    if OrderedJSON<Value>.isOrderedAlready { return try json(value) }
    if let type = (value as? any UnorderedJSON).map({ type(of: $0) }), type.hasOrderedElements {
      return sorted(try json(value), by: type.stride)
    }
    return try json(OrderedJSON(value))
  }

  /// Returns the JSON as Foundation's encoder writes it.
  static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Returns the JSON of a value that is about to be stored, after reading it back.
  ///
  /// An encoder can write what its decoder refuses: Foundation's writes `Decimal.nan` as `NaN`, which is not JSON. Fetches
  /// would leave out an object with it.
  ///
  /// - Throws: The error of the encoder, or of the decoder.
  /// - Complexity: O(*n*) in the length of the JSON, twice for a type that is not ``ReadableJSON``.
  static func stored<Value: Codable>(_ value: Value) throws -> String {
    let json = try encode(value)
    if !(Value.self is any ReadableJSON.Type) { _ = try decode(Value.self, from: json) }
    return json
  }

  package static func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws
    -> Value
  {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return try decoder.decode(type, from: Data(text.utf8))
  }

  /// Returns a text escaped for the quotation marks of JSON.
  static func escaped(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain { return text }
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        escaped.unicodeScalars.append("\\")
        escaped.unicodeScalars.append(scalar)
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
