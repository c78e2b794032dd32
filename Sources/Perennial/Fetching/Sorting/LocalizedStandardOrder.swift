/// The order in which people expect names: “file 9” before “file 10”, “Zebra” after “apple”, “é”
/// beside “e”.
///
/// It is one total order, the same on every platform and in every language, in SQL and in memory:
///
/// 1. by letters without case and diacritics, and by the values of whole numbers; white space
///    comes before punctuation, punctuation before numbers, numbers before letters;
/// 2. if that is equal, by diacritics; 3. by case, small letters first; 4. by leading zeros, fewer
///    first; 5. by code points.
enum LocalizedStandardOrder {
  /// Negative if the first string comes before the second, positive if after, zero if they are
  /// equal. O(n), without allocation while both are ASCII.
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

/// The same order, for as long as there is nothing but ASCII.
enum ASCIIOrder {
  /// The place of a character among the others; equal for the two cases of a letter.
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

  /// Nil if an answer needs to know more than ASCII.
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
      // Of one letter’s two cases, the greater byte is the small one.
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

    /// Reads the run at an index and moves the index behind it. Nil if a digit that is not ASCII
    /// might follow.
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
