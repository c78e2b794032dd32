/// The decimal digits of integers as bytes. Nothing is allocated for a number.
enum DecimalDigits {
  /// The greatest number of bytes of a number.
  static let longest = 20

  /// Writes the digits of a number, after a minus sign if it is negative.
  ///
  /// - Parameter memory: Memory of at least ``longest`` bytes.
  /// - Returns: The number of bytes.
  static func write(_ number: Int64, to memory: UnsafeMutablePointer<UInt8>) -> Int {
    var rest = number.magnitude
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longest) { digits in
      var start = longest
      func add(_ byte: UInt8) {
        start -= 1
        digits[start] = byte
      }
      repeat {
        add(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
        rest /= 10
      } while rest > 0
      if number < 0 { add(UInt8(ascii: "-")) }
      let found = UnsafeMutableBufferPointer(rebasing: digits[start...])
      if let first = found.baseAddress { memory.update(from: first, count: found.count) }
      return found.count
    }
  }
}

extension [UInt8] {
  /// Appends the decimal digits of a number.
  mutating func append(decimal number: Int64) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: DecimalDigits.longest) { digits in
      guard let start = digits.baseAddress else { return }
      let count = DecimalDigits.write(number, to: start)
      append(contentsOf: UnsafeBufferPointer(start: start, count: count))
    }
  }
}
