import Foundation

/// A value of a statement's parameter.
enum PostgreSQLValue: Sendable {
  case null
  case integer(Int64)
  case text(String)
  case bytes(Data)
  case texts([String])
}

extension PostgreSQLValue {
  /// The bytes that are sent, and `true` if they are in the binary format; nil for NULL.
  var content: (bytes: [UInt8], isBinary: Bool)? {
    switch self {
    case .null: nil
    case .integer(let integer): (Array("\(integer)".utf8), false)
    // In the binary format a text may have any bytes, and the server refuses a zero among them.
    case .text(let text): (Array(text.utf8), true)
    case .bytes(let data): (Array(data), true)
    case .texts(let texts): (Array(Self.array(texts).utf8), false)
    }
  }

  /// Returns the literal of an array of texts.
  private static func array(_ texts: [String]) -> String {
    let elements = texts.map { text in
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    return "{" + elements.joined(separator: ",") + "}"
  }
}
