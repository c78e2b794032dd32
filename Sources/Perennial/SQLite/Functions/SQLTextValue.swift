import Foundation

/// A text as SQLite holds it: UTF-8, in normalisation form C. It is valid during a call of a
/// function.
struct SQLTextValue {
  let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  init(_ start: UnsafeRawPointer?, _ count: Int) {
    bytes = UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: count)
  }

  var string: String { String(decoding: bytes, as: UTF8.self) }
  var isASCII: Bool { bytes.allSatisfy { $0 < 0x80 } }

  /// Returns the result of Swift's `contains(_:)` for two strings, by characters.
  func contains(_ part: SQLTextValue) -> Bool {
    if part.bytes.isEmpty { return true }
    guard let start = firstOffset(of: part) else { return false }
    // Equal characters have equal bytes, but bytes may match in the middle of a character.
    if part.isASCII, isPlainBoundary(start), isPlainBoundary(start + part.bytes.count) {
      return true
    }
    return Self.contains(string, part.string)
  }

  /// Returns the offset at which the bytes of a part first occur.
  func firstOffset(of part: SQLTextValue) -> Int? {
    guard let first = part.bytes.first, let needle = part.bytes.baseAddress,
      let haystack = bytes.baseAddress
    else { return nil }
    var offset = 0
    while offset + part.bytes.count <= bytes.count {
      let candidates = bytes.count - part.bytes.count - offset + 1
      guard let found = memchr(haystack + offset, Int32(first), candidates) else { return nil }
      if memcmp(found, needle, part.bytes.count) == 0 {
        return UnsafeRawPointer(haystack).distance(to: UnsafeRawPointer(found))
      }
      offset = UnsafeRawPointer(haystack).distance(to: UnsafeRawPointer(found)) + 1
    }
    return nil
  }

  /// Calls the generic `contains(_:)` of collections and not `String.contains`. A generic caller
  /// such as `Predicate` gets the generic method too.
  private static func contains<Base: Collection, Part: Collection>(
    _ base: Base, _ part: Part
  ) -> Bool where Base.Element: Equatable, Part.Element == Base.Element { base.contains(part) }

  /// Returns the result of Swift's `starts(with:)`, by characters.
  func starts(with prefix: SQLTextValue) -> Bool {
    guard bytes.starts(with: prefix.bytes) else { return false }
    if prefix.isASCII, isPlainBoundary(prefix.bytes.count) { return true }
    return string.starts(with: prefix.string)
  }

  /// Returns `true` if a character certainly ends at an offset: between two ASCII characters,
  /// except CR LF.
  private func isPlainBoundary(_ offset: Int) -> Bool {
    if offset > 0, bytes[offset - 1] >= 0x80 { return false }
    if offset == bytes.count { return true }
    if bytes[offset] >= 0x80 { return false }
    return offset == 0 || bytes[offset] != 0x0A || bytes[offset - 1] != 0x0D
  }

  /// The result of Swift's `count`: the number of characters. CR LF is one character.
  var characterCount: Int {
    var count = 0
    var previous: UInt8 = 0
    for byte in bytes {
      if byte >= 0x80 { return string.count }
      if byte != 0x0A || previous != 0x0D { count += 1 }
      previous = byte
    }
    return count
  }

  /// Returns the result of Foundation's `localizedStandardContains`, regardless of case and
  /// diacritics.
  func localizedStandardContains(_ part: SQLTextValue) -> Bool {
    // Foundation has rules of its own for the character 0.
    guard Self.isLowercasePlain, isASCII, part.isASCII, !part.bytes.contains(0) else {
      return string.localizedStandardContains(part.string)
    }
    guard let first = part.bytes.first, bytes.count >= part.bytes.count else { return false }
    let start = Self.lowercase(first)
    for offset in 0...(bytes.count - part.bytes.count) where Self.lowercase(bytes[offset]) == start
    {
      let candidate = bytes[offset..<(offset + part.bytes.count)]
      if candidate.elementsEqual(part.bytes, by: { Self.lowercase($0) == Self.lowercase($1) }) {
        return true
      }
    }
    return false
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  /// `true` if the current language has no case mapping of its own for the letter I.
  private static let isLowercasePlain = !["tr", "az", "lt"].contains(
    Locale.current.language.languageCode?.identifier)

  /// The bytes that the text's hexadecimal digits represent.
  var hexadecimalBytes: [UInt8] {
    func value(_ digit: UInt8) -> UInt8 { digit <= 0x39 ? digit - 0x30 : digit - 0x57 }
    return stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      value(bytes[index]) << 4 | value(bytes[index + 1])
    }
  }
}
