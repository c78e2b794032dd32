import Perennial
import PerennialJSON

/// A JSON value to be written, with the members of objects sorted by name.
enum JSONTemplate: Equatable {
  case null
  case bool(Bool)
  /// The digits of a number.
  case number(String)
  case text(String)
  case array([JSONTemplate])
  case object([String: JSONTemplate])

  /// Returns the text of a value, on several lines. The last line ends with a line break.
  static func text(_ value: JSONTemplate) -> String {
    var text = JSONText()
    value.write(to: &text, "")
    text.add("\n")
    return text.text
  }

  private func write(to text: inout JSONText, _ indentation: String) {
    switch self {
    case .null: text.add("null")
    case .bool(let bool): text.add(bool ? "true" : "false")
    case .number(let digits): text.add(digits)
    case .text(let string): text.add(quoted: string)
    case .array(let elements):
      text.add("[")
      for (number, element) in elements.enumerated() {
        if number > 0 { text.add(", ") }
        element.write(to: &text, indentation)
      }
      text.add("]")
    case .object(let members):
      if members.isEmpty { return text.add("{}") }
      let inner = indentation + "  "
      text.add("{")
      for member in members.sorted(by: { $0.key < $1.key }) {
        text.addComma("\n\(inner)")
        text.add(quoted: member.key)
        text.add(": ")
        member.value.write(to: &text, inner)
      }
      text.add("\n\(indentation)}")
    }
  }
}

extension JSONTemplate: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral
{
  init(stringLiteral value: String) { self = .text(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int) { self = .number("\(value)") }
  init(arrayLiteral elements: JSONTemplate...) { self = .array(elements) }
}

extension JSONTemplate {
  /// Creates the JSON of a column's value; nil for forms whose JSON would not be short.
  init?(_ value: SQLValue, _ form: StoredForm) {
    switch (form, value) {
    case (.bool, .integer(let integer)): self = .bool(integer != 0)
    case (.uint64, .integer(let integer)): self = .number("\(UInt64(bitPattern: integer))")
    case (_, .integer(let integer)): self = .number("\(integer)")
    case (.double, .real(let real)) where real.isFinite: self = .number("\(real)")
    case (.float, .real(let real)) where real.isFinite: self = .number("\(Float(real))")
    case (.text, .text(let text)), (.url, .text(let text)): self = .text(text)
    case (.date, .real(let seconds)):
      guard let text = DateText.text(seconds) else { return nil }
      self = .text(text)
    default: return nil
    }
  }

  /// Returns the known JSON Schema of a `Codable` type. It is complete for numbers, texts, and
  /// collections of them, and empty for other types.
  static func codable(_ type: any Any.Type) -> [String: JSONTemplate] {
    switch type {
    case is String.Type: ["type": "string"]
    case is Bool.Type: ["type": "boolean"]
    case is any FixedWidthInteger.Type: ["type": "integer"]
    case is any BinaryFloatingPoint.Type:
      [
        "anyOf": [
          .object(["type": "number"]), .object(["enum": ["Infinity", "-Infinity", "NaN"]]),
        ]
      ]
    case let list as any JSONList.Type:
      ["type": "array", "items": .object(codable(list.elementType))]
    case let table as any JSONTable.Type:
      ["type": "object", "additionalProperties": .object(codable(table.valueType))]
    default: [:]
    }
  }
}

/// A collection that is an array in JSON.
private protocol JSONList {
  static var elementType: any Any.Type { get }
}

/// A collection that is an object in JSON.
private protocol JSONTable {
  static var valueType: any Any.Type { get }
}

extension Array: JSONList {
  static var elementType: any Any.Type { Element.self }
}

extension Set: JSONList {
  static var elementType: any Any.Type { Element.self }
}

extension Dictionary: JSONTable where Key == String {
  static var valueType: any Any.Type { Value.self }
}
