import PerennialRecords

/// The order in which people expect names: “file 9” before “file 10”, “Zebra” after “apple”, “é”
/// beside “e”.
///
/// It is one total order, the same on every platform and in every language, in SQL and in memory.
/// Two texts are compared by these levels. A level decides if all earlier levels are equal:
///
/// 1. Letters without case and diacritics, and the values of whole numbers. White space precedes
///    punctuation, punctuation precedes numbers, and numbers precede letters.
/// 2. Diacritics.
/// 3. Case, with small letters first.
/// 4. Leading zeros, with fewer zeros first.
/// 5. Code points.
enum LocalizedStandardOrder {
  /// Returns a negative number if the first string precedes the second, a positive number if it
  /// follows the second, and zero if they are equal. O(n), without allocation while both are ASCII.
  static func compare(_ left: String, _ right: String) -> Int {
    var (left, right) = (left.storedForm, right.storedForm)
    return left.withUTF8 { left in
      right.withUTF8 { right in compare(SQLTextValue(left), SQLTextValue(right)) }
    }
  }

  static func compare(_ left: SQLTextValue, _ right: SQLTextValue) -> Int {
    if let order = ASCIIOrder.compare(left.bytes, right.bytes) { return order }
    let (first, second) = (left.string, right.string)
    let order = CollationKey(first).compare(CollationKey(second))
    if order != 0 { return order }
    return first.utf8.elementsEqual(second.utf8)
      ? 0 : first.utf8.lexicographicallyPrecedes(second.utf8) ? -1 : 1
  }
}

/// The order of ``LocalizedStandardOrder`` for texts in ASCII.
enum ASCIIOrder {
  /// Returns the rank of a character; equal for the two cases of a letter.
  static func rank(_ byte: UInt8) -> UInt32 { ranks[Int(byte)] }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  static let digitRank: UInt32 = 0x20_0000

  private static let ranks: [UInt32] = {
    var ranks = [UInt32](repeating: 0, count: 128)
    let marks = Array("\t\n\u{B}\u{C}\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$".utf8)
    for control in 0..<128 { ranks[control] = UInt32(control) + 1 }
    for (index, mark) in marks.enumerated() { ranks[Int(mark)] = 0x100 + UInt32(index) }
    for digit in 0x30...0x39 { ranks[digit] = digitRank }
    for letter in 0..<26 {
      ranks[0x61 + letter] = 0x20_0100 + UInt32(letter)
      ranks[0x41 + letter] = 0x20_0100 + UInt32(letter)
    }
    return ranks
  }()

  /// Returns the order of two texts, or nil if it depends on characters outside ASCII.
  static func compare(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    var (i, j) = (0, 0)
    var (caseOrder, zeroOrder) = (0, 0)
    while i < left.count, j < right.count {
      let (a, b) = (left[i], right[j])
      if (a | b) >= 0x80 { return nil }
      if isDigit(a), isDigit(b) {
        guard let first = Digits(left, &i), let second = Digits(right, &j) else { return nil }
        let order = first.compare(second)
        if order != 0 { return order }
        if zeroOrder == 0 { zeroOrder = (first.zeros - second.zeros).signum() }
        continue
      }
      let (first, second) = (rank(a), rank(b))
      if first != second { return first < second ? -1 : 1 }
      // Of one letter’s two cases, the greater byte is the small letter.
      if caseOrder == 0, a != b { caseOrder = a > b ? -1 : 1 }
      i += 1
      j += 1
    }
    if i < left.count { return left[i] >= 0x80 ? nil : 1 }
    if j < right.count { return right[j] >= 0x80 ? nil : -1 }
    return caseOrder != 0 ? caseOrder : zeroOrder
  }

  /// A run of digits.
  private struct Digits {
    let zeros: Int
    let significant: Slice<UnsafeBufferPointer<UInt8>>

    /// Reads the run at an index and moves the index behind the run. Returns nil if a digit outside
    /// ASCII might follow.
    init?(_ text: UnsafeBufferPointer<UInt8>, _ index: inout Int) {
      let start = index
      while index < text.count, text[index] == 0x30 { index += 1 }
      zeros = index - start
      let first = index
      while index < text.count, ASCIIOrder.isDigit(text[index]) { index += 1 }
      significant = text[first..<index]
      if index < text.count, text[index] >= 0x80 { return nil }
    }

    func compare(_ other: Digits) -> Int {
      if significant.count != other.significant.count {
        return significant.count < other.significant.count ? -1 : 1
      }
      for (a, b) in zip(significant, other.significant) where a != b { return a < b ? -1 : 1 }
      return 0
    }
  }
}
