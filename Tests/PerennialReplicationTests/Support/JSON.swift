import Foundation

/// The JSON form of values, as the tests write it: with sorted members.
enum JSON {
  static func text(of value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  static func value<Value: Decodable>(_ type: Value.Type = Value.self, of text: String) throws
    -> Value
  {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  /// Encodes a value, and reads it again.
  static func copy<Value: Codable>(of value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }
}
