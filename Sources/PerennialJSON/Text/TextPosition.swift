/// A position in a document. Lines and columns are counted from 1.
package struct TextPosition: Hashable, Comparable, Sendable, CustomStringConvertible {
  package private(set) var line = 1
  /// The column, in Unicode scalars.
  package private(set) var column = 1

  /// Creates the position of the beginning of a document.
  package init() {}

  /// Advances by a byte of UTF-8.
  mutating func advance(_ byte: UInt8) {
    if byte == 0x0A {
      line += 1
      column = 1
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
  }

  /// Advances by some scalars, none of which is a line break.
  mutating func advance(columns: Int) { column += columns }

  package var description: String { "\(line):\(column)" }

  package static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
