/// A growing buffer of comma-separated values, as RFC 4180 specifies.
struct CSVText {
  private(set) var bytes: [UInt8] = []
  private var isAtLineStart = true

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Appends a cell, quoted if necessary.
  mutating func add(_ cell: String) {
    if !isAtLineStart { bytes.append(UInt8(ascii: ",")) }
    isAtLineStart = false
    let isPlain = cell.utf8.allSatisfy {
      $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\"") && $0 != 0x0A && $0 != 0x0D
    }
    if isPlain { return bytes.append(contentsOf: cell.utf8) }
    bytes.append(UInt8(ascii: "\""))
    for byte in cell.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func endLine() {
    bytes.append(0x0D)
    bytes.append(0x0A)
    isAtLineStart = true
  }
}

extension PlainValue {
  /// Returns the value as a cell.
  ///
  /// An empty cell is nil if the property is optional. A cell that begins with `$` is escaped: `$empty` is
  /// the empty text of an optional property, and `$$…` is a text that begins with `$`. `$blob:…` and similar
  /// cells are values that do not have the property's form.
  func cell(_ field: Field) -> String {
    switch self {
    case .stored(let stored):
      let (type, text) = stored.tagged
      return "$\(type):\(text)"
    case .string(""): return field.isNullable ? "$empty" : ""
    case .string(let text) where text.utf8.first == UInt8(ascii: "$"): return "$\(text)"
    default: return text
    }
  }

  /// Parses a cell; nil if it begins with `$` and is not a known value.
  init?(cell: String, _ field: Field) {
    guard cell.utf8.first == UInt8(ascii: "$") else {
      if cell.isEmpty, field.isNullable {
        self = .null
      } else {
        self = field.isJSON ? .json(cell) : .string(cell)
      }
      return
    }
    let rest = cell.dropFirst()
    if rest.utf8.first == UInt8(ascii: "$") {
      self = .string(String(rest))
    } else if rest == "empty" {
      self = .string("")
    } else if let colon = rest.firstIndex(of: ":"),
      let stored = SQLResultValue(
        type: String(rest[..<colon]), text: String(rest[rest.index(after: colon)...]))
    {
      self = .stored(stored)
    } else {
      return nil
    }
  }
}
