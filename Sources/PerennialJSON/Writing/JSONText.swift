/// A growing buffer of JSON text.
package struct JSONText {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Removes the text, and keeps its memory.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

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
  package mutating func add(name: String) {
    add(quoted: name)
    add(":")
  }
}
