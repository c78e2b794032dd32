/// Numbers with 16 hexadecimal digits, as names and stamps have them.
extension UInt64 {
  /// The number with 16 digits.
  var hexadecimal: String {
    String(unsafeUninitializedCapacity: 16) { buffer in
      writeHexadecimal(to: buffer[0..<16])
      return 16
    }
  }

  /// Reads 16 digits; nil if there are others, or capital ones.
  init?(hexadecimal digits: Substring.UTF8View) {
    guard digits.count == 16 else { return nil }
    self = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): self = self << 4 | UInt64(digit - 48)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): self = self << 4 | UInt64(digit - 87)
      default: return nil
      }
    }
  }

  /// Writes 16 digits.
  func writeHexadecimal(to digits: Slice<UnsafeMutableBufferPointer<UInt8>>) {
    var (digits, rest) = (digits, self)
    for index in digits.indices.reversed() {
      let digit = UInt8(truncatingIfNeeded: rest & 15)
      digits[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
      rest >>= 4
    }
  }
}
