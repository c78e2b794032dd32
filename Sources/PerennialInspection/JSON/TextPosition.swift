/// A place in a document, for people: lines and characters are counted from 1.
package struct TextPosition: Hashable, Comparable, Sendable, CustomStringConvertible {
  package private(set) var line = 1
  /// The number of the Unicode scalar in its line.
  package private(set) var column = 1

  /// The beginning of a document.
  package init() {}

  /// Goes past a byte of UTF-8.
  mutating func advance(_ byte: UInt8) {
    if byte == 0x0A {
      line += 1
      column = 1
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
  }

  package var description: String { "\(line):\(column)" }

  package static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
