import PerennialJSON

/// A reader of comma-separated values, as RFC 4180 specifies. A record is a line of cells. Quoted cells may
/// contain commas and line breaks. Lines may end with or without a carriage return.
struct CSVReader {
  private var bytes: ByteReader
  /// The line at which the last read record begins.
  private(set) var line = 1

  init(_ bytes: ByteReader) { self.bytes = bytes }

  /// Returns the cells of the next record; nil at the end.
  mutating func cells() throws -> [String]? {
    line = bytes.position.line
    guard try bytes.peek() != nil else { return nil }
    var cells: [String] = []
    while true {
      cells.append(try cell())
      switch try bytes.next() {
      case UInt8(ascii: ","): continue
      case 0x0A, nil: return cells
      case 0x0D:
        guard try bytes.next() == 0x0A else {
          throw failure("a line ends with a carriage return without a line feed")
        }
        return cells
      default:
        throw failure(
          "a quotation mark is followed by another character than a comma or a line break")
      }
    }
  }

  /// Returns an error for the last read record.
  func failure(_ reason: String, place: String? = nil) -> DocumentError {
    DocumentError(file: bytes.name, line: line, column: nil, place: place, reason: reason)
  }

  private mutating func cell() throws -> String {
    var cell: [UInt8] = []
    if try bytes.peek() == UInt8(ascii: "\"") {
      bytes.advance()
      while true {
        guard let byte = try bytes.next() else { throw failure("a quotation mark is not closed") }
        if byte == UInt8(ascii: "\"") {
          guard try bytes.peek() == byte else { break }
          bytes.advance()
        }
        cell.append(byte)
      }
    } else {
      while let byte = try bytes.peek(), byte != UInt8(ascii: ","), byte != 0x0A, byte != 0x0D {
        guard byte != UInt8(ascii: "\"") else {
          throw failure("a cell has a quotation mark, but is not quoted")
        }
        cell.append(byte)
        bytes.advance()
      }
    }
    guard let text = String(validating: cell, as: UTF8.self) else {
      throw failure("a cell is not UTF-8")
    }
    return text
  }
}
