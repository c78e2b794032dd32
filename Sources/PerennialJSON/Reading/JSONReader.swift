/// A sequential reader of JSON, which keeps only one value in memory. It is strict: text that RFC 8259 does
/// not allow is an error, which has the line.
package struct JSONReader {
  private var bytes: ByteReader
  /// The position of the name that ``object(_:)`` read last.
  package private(set) var namePosition = TextPosition()

  package init(_ bytes: ByteReader) { self.bytes = bytes }

  /// The name of the document in errors.
  package var name: String { bytes.name }

  /// The position of the next byte.
  package var position: TextPosition { bytes.position }

  /// Returns an error for the document at the next byte.
  package func failure(_ reason: String) -> TextError { bytes.failure(reason) }

  // MARK: Structure

  /// Reads an object, member by member. The closure reads the value.
  package mutating func object(_ member: (inout JSONReader, String) throws -> Void) throws {
    try expect("{", "an object")
    if try skipSpace() == UInt8(ascii: "}") { return bytes.advance() }
    while true {
      try expectName()
      namePosition = bytes.position
      let name = try string()
      try expect(":", "a colon after “\(name)”")
      try member(&self, name)
      if try !hasAnother("}") { return }
    }
  }

  /// Reads an array, element by element.
  package mutating func array(_ element: (inout JSONReader) throws -> Void) throws {
    try expect("[", "an array")
    if try skipSpace() == UInt8(ascii: "]") { return bytes.advance() }
    while true {
      try element(&self)
      if try !hasAnother("]") { return }
    }
  }

  /// Throws unless the document ends here.
  package mutating func end() throws {
    if try skipSpace() != nil { throw failure("the document continues after its end") }
  }

  private mutating func hasAnother(_ end: Unicode.Scalar) throws -> Bool {
    switch try skipSpace() {
    case UInt8(ascii: ","):
      bytes.advance()
      return true
    case UInt8(ascii: end):
      bytes.advance()
      return false
    case nil: throw failure("the document ends too early")
    default: throw failure("a comma or “\(end)” is missing")
    }
  }

  private mutating func expect(
    _ mark: Unicode.Scalar, _ what: @autoclosure () -> String
  ) throws {
    guard let found = try skipSpace() else {
      throw failure("the document ends too early: \(what()) was expected")
    }
    guard found == UInt8(ascii: mark) else { throw failure("\(what()) was expected") }
    bytes.advance()
  }

  private mutating func expectName() throws {
    guard let mark = try skipSpace() else { throw failure("the document ends too early") }
    guard mark == UInt8(ascii: "\"") else { throw failure("a name is missing") }
  }

  /// Returns the position and the first byte of the next value; nil at the end of the document.
  package mutating func nextValue() throws -> (position: TextPosition, mark: UInt8)? {
    try skipSpace().map { (bytes.position, $0) }
  }

  /// Skips white space, and returns the next byte; nil at the end of the document.
  @discardableResult
  private mutating func skipSpace() throws -> UInt8? {
    while let byte = try bytes.peek() {
      switch byte {
      case 0x20, 0x0A, 0x0D, 0x09: bytes.advance()
      default: return byte
      }
    }
    return nil
  }

  // MARK: Values

  /// Reads a value of any kind, and returns its exact text.
  package mutating func verbatim() throws -> String {
    try skipSpace()
    bytes.beginRecording()
    try skip()
    // Strings were checked to be UTF-8, and the rest is ASCII.
    return bytes.endRecording()
  }

  /// Skips a value, without recursion: a document may be nested arbitrarily deep.
  package mutating func skip() throws {
    var open: [UInt8] = []
    repeat {
      switch try skipSpace() {
      case UInt8(ascii: "{"):
        bytes.advance()
        if try skipSpace() == UInt8(ascii: "}") {
          bytes.advance()
        } else {
          open.append(UInt8(ascii: "}"))
          try skipName()
          continue
        }
      case UInt8(ascii: "["):
        bytes.advance()
        if try skipSpace() == UInt8(ascii: "]") {
          bytes.advance()
        } else {
          open.append(UInt8(ascii: "]"))
          continue
        }
      case UInt8(ascii: "\""): _ = try string()
      case nil: throw failure("the document ends too early")
      default: try skipLiteral()
      }
      // After a value, the enclosing object or array continues or ends.
      while let end = open.last {
        if try hasAnother(Unicode.Scalar(end)) {
          if end == UInt8(ascii: "}") { try skipName() }
          break
        }
        open.removeLast()
      }
    } while !open.isEmpty
  }

  private mutating func skipName() throws {
    try expectName()
    _ = try string()
    try expect(":", "a colon")
  }

  private mutating func skipLiteral() throws {
    switch try bytes.peek() {
    case UInt8(ascii: "t"): try skip("true")
    case UInt8(ascii: "f"): try skip("false")
    case UInt8(ascii: "n"): try skip("null")
    default: try skipNumber()
    }
  }

  private mutating func skip(_ literal: StaticString) throws {
    for index in 0..<literal.utf8CodeUnitCount {
      guard try bytes.next() == literal.utf8Start[index] else {
        throw failure("“\(literal)” was expected")
      }
    }
  }

  private mutating func skipNumber() throws {
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { (48...57).contains($0) } ?? false }
    func digits(_ bytes: inout ByteReader) throws {
      guard isDigit(try bytes.peek()) else {
        throw bytes.failure("a value was expected")
      }
      while isDigit(try bytes.peek()) { _ = bytes.take { isDigit($0) } }
    }
    if try bytes.peek() == UInt8(ascii: "-") { bytes.advance() }
    if try bytes.peek() == UInt8(ascii: "0") {
      bytes.advance()
    } else {
      try digits(&bytes)
    }
    if try bytes.peek() == UInt8(ascii: ".") {
      bytes.advance()
      try digits(&bytes)
    }
    if let mark = try bytes.peek(), mark | 0x20 == UInt8(ascii: "e") {
      bytes.advance()
      if let sign = try bytes.peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        bytes.advance()
      }
      try digits(&bytes)
    }
    if isDigit(try bytes.peek()) { throw failure("a number begins with a zero") }
  }

  // MARK: Strings

  /// Reads a string.
  package mutating func string() throws -> String {
    guard try skipSpace() == UInt8(ascii: "\"") else { throw failure("a string was expected") }
    bytes.advance()
    var text: [UInt8] = []
    while true {
      let run = bytes.take { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
      switch try bytes.next() {
      case UInt8(ascii: "\""):
        // Most strings are one run.
        let whole =
          text.isEmpty ? run.text : String(validating: text + run.bytes, as: UTF8.self)
        guard let whole else { throw failure("a string is not UTF-8") }
        return whole
      case UInt8(ascii: "\\"):
        text += run.bytes
        try escape(&text)
      case .some(0..<0x20):
        throw failure("a string has a control character; a line break is “\\n”")
      case .some(let byte):
        text += run.bytes
        text.append(byte)
      case nil: throw failure("the document ends in a string")
      }
    }
  }

  private mutating func escape(_ text: inout [UInt8]) throws {
    switch try bytes.next() {
    case UInt8(ascii: "\""): text.append(UInt8(ascii: "\""))
    case UInt8(ascii: "\\"): text.append(UInt8(ascii: "\\"))
    case UInt8(ascii: "/"): text.append(UInt8(ascii: "/"))
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var units = [try hexadecimal()]
      if UTF16.isLeadSurrogate(units[0]) {
        guard try bytes.next() == UInt8(ascii: "\\"), try bytes.next() == UInt8(ascii: "u") else {
          throw failure("half of a surrogate pair is missing")
        }
        units.append(try hexadecimal())
      }
      guard let character = String(validating: units, as: UTF16.self) else {
        throw failure("half of a surrogate pair is missing")
      }
      text.append(contentsOf: character.utf8)
    default: throw failure("a backslash precedes a character that cannot be escaped")
    }
  }

  private mutating func hexadecimal() throws -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      let digit = try bytes.next().flatMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard let digit else { throw failure("“\\u” needs four hexadecimal digits") }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}

extension JSONReader {
  /// Returns `true` if a text is exactly one JSON value, without surrounding white space.
  package static func isValue(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last, first > 0x20, last > 0x20 else {
      return false
    }
    var reader = JSONReader(ByteReader(text))
    do {
      _ = try reader.verbatim()
      try reader.end()
      return true
    } catch {
      return false
    }
  }
}
