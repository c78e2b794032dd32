/// A position in JSON, from which the usual forms of texts and numbers are read.
///
/// Each function returns nil for a form that is unusual or wrong. The caller then lets `JSONDecoder` read the
/// same bytes, so that the two accept the same.
struct JSONCursor {
  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }

  mutating func move(to position: Int) { self.position = position }

  /// Returns the next byte that isn't white space, without reading it.
  mutating func peek() -> UInt8? {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      case let byte: return byte
      }
    }
    return nil
  }

  /// Reads a byte, if it is the next one that isn't white space.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Reads the text of a literal.
  mutating func take(literal: StaticString) -> Bool {
    guard peek() != nil, bytes.count - position >= literal.utf8CodeUnitCount else { return false }
    for index in 0..<literal.utf8CodeUnitCount
    where bytes[position + index] != literal.utf8Start[index] {
      return false
    }
    position += literal.utf8CodeUnitCount
    return true
  }

  /// Reads a text and returns its bytes, if none of them is escaped.
  mutating func plainText() -> UnsafeBufferPointer<UInt8>? {
    guard take("\"") else { return nil }
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        return UnsafeBufferPointer(rebasing: bytes[start..<position - 1])
      }
      if byte < 0x20 || byte == UInt8(ascii: "\\") { return nil }
      position += 1
    }
    return nil
  }

  /// Reads a text.
  mutating func text() -> String? {
    let start = position
    if let plain = plainText() { return String(decoding: plain, as: UTF8.self) }
    position = start
    return escapedText()
  }

  /// Reads a text with the escapes of one letter.
  private mutating func escapedText() -> String? {
    guard take("\"") else { return nil }
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
      if byte < 0x20 { return nil }
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      guard position < bytes.count, let character = Self.escaped(bytes[position]) else {
        return nil
      }
      text.append(character)
      position += 1
    }
    return nil
  }

  private static func escaped(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// Reads a whole number of up to 18 digits.
  mutating func integer() -> Int64? {
    guard peek() != nil else { return nil }
    let isNegative = take("-")
    let start = position
    var number: Int64 = 0
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
      guard position - start < 18 else { return nil }
      number = number * 10 + Int64(bytes[position] - 0x30)
      position += 1
    }
    let count = position - start
    guard count > 0, count == 1 || bytes[start] != 0x30, !(isNegative && number == 0) else {
      return nil
    }
    switch position < bytes.count ? bytes[position] : 0x20 {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 0x20, 0x0A, 0x0D, 0x09:
      return isNegative ? -number : number
    default: return nil
    }
  }

  /// Moves behind an object.
  ///
  /// - Returns: `false` if it does not end.
  mutating func skipObject() -> Bool {
    guard peek() == UInt8(ascii: "{") else { return false }
    var (level, isInText) = (0, false)
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\\") where isInText: position += 1
      case UInt8(ascii: "\""): isInText.toggle()
      case UInt8(ascii: "{") where !isInText: level += 1
      case UInt8(ascii: "}") where !isInText:
        level -= 1
        if level == 0 { return true }
      default: break
      }
    }
    return false
  }

  /// Reads the members of an object.
  ///
  /// - Parameter member: Reads the value of a member; `false` ends the reading.
  /// - Returns: `false` if the object isn't in a usual form.
  mutating func object(
    _ member: (inout JSONCursor, UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    guard take("{") else { return false }
    if take("}") { return true }
    while true {
      guard let name = plainText(), take(":"), member(&self, name) else { return false }
      if take("}") { return true }
      guard take(",") else { return false }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns `true` if the bytes are those of a text.
  static func ~= (text: StaticString, bytes: Self) -> Bool {
    guard bytes.count == text.utf8CodeUnitCount else { return false }
    for index in 0..<bytes.count where bytes[index] != text.utf8Start[index] { return false }
    return true
  }
}
