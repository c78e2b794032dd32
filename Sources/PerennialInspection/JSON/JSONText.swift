import Foundation

/// A growing buffer of JSON text.
package struct JSONText {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// The text that was appended.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends text without escaping it.
  package mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends a string in quotation marks.
  package mutating func add(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: add("\\n")
      case 0x0D: add("\\r")
      case 0x09: add("\\t")
      case 0..<0x20:
        add(byte < 0x10 ? "\\u000" : "\\u001")
        add(String(byte & 15, radix: 16))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends the comma before an element or a member, unless it is the first one, and then white space.
  package mutating func addComma(_ space: String = "") {
    if bytes.last != UInt8(ascii: "["), bytes.last != UInt8(ascii: "{") { add(",") }
    add(space)
  }

  /// Appends the name of a member, and the colon after it.
  mutating func add(name: String) {
    add(quoted: name)
    add(":")
  }

  /// Appends a value.
  mutating func add(_ value: PlainValue) {
    switch value {
    case .null: add("null")
    case .bool(let bool): add(bool ? "true" : "false")
    case .number(let text), .json(let text): add(text)
    case .string(let text): add(quoted: text)
    case .stored(let stored):
      let (name, text) = stored.tagged
      add("{\"$\(name)\":")
      add(quoted: text)
      add("}")
    }
  }

  /// Appends an object.
  mutating func add(_ members: [(name: String, value: PlainValue)]) {
    add("{")
    for member in members {
      addComma()
      add(name: member.name)
      add(member.value)
    }
    add("}")
  }
}

extension StoredValue {
  /// The name of the value's type, and its text. Documents use this form for values that do not have their
  /// property's form.
  var tagged: (type: String, text: String) {
    switch self {
    case .null: ("null", "")
    case .integer(let integer): ("integer", "\(integer)")
    case .real(let real): ("real", "\(real)")
    case .text(let text): ("text", text)
    case .blob(let data): ("blob", data.base64EncodedString())
    }
  }

  /// Parses the name and the text of ``tagged``; nil if they are invalid.
  init?(type: String, text: String) {
    switch type {
    case "null" where text.isEmpty: self = .null
    case "integer":
      guard let integer = Int64(text) else { return nil }
      self = .integer(integer)
    case "real":
      guard let real = Double(text), !real.isNaN else { return nil }
      self = .real(real)
    case "text": self = .text(text)
    case "blob":
      guard let data = Data(base64Encoded: text) else { return nil }
      self = .blob(data)
    default: return nil
    }
  }
}
