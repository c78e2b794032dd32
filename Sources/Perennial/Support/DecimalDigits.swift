/// The decimal digits of integers as bytes. Nothing is allocated for a number.
enum DecimalDigits {
  /// The greatest number of bytes of a number.
  static let longest = 20

  /// Writes the digits of a number, after a minus sign if it is negative.
  ///
  /// - Parameter memory: Memory of at least ``longest`` bytes.
  /// - Returns: The number of bytes.
  static func write(_ number: Int64, to memory: UnsafeMutablePointer<UInt8>) -> Int {
    var count = number < 0 ? 2 : 1
    var rest = number.magnitude / 10
    while rest > 0 { (count, rest) = (count + 1, rest / 10) }
    if number < 0 { memory[0] = UInt8(ascii: "-") }
    var end = count
    rest = number.magnitude
    repeat {
      end -= 1
      memory[end] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    return count
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
