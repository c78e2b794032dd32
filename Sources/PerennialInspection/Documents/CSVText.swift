/// Comma-separated values as RFC 4180 writes them: bytes that grow.
struct CSVText {
  private(set) var bytes: [UInt8] = []
  private var isAtLineStart = true

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Adds a cell, in quotation marks where it has to be.
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
  /// The value as a cell.
  ///
  /// An empty cell is nil, where the property is optional. What begins with `$` is none of a property's
  /// values as they are: `$empty` is the empty text of an optional property, `$$…` a text that begins with
  /// `$`, and `$blob:…` and the like what is not of the property's form.
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

  /// The value of a cell; nil if it begins with `$` and stands for nothing.
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
      let stored = StoredValue(
        type: String(rest[..<colon]), text: String(rest[rest.index(after: colon)...]))
    {
      self = .stored(stored)
    } else {
      return nil
    }
  }
}
