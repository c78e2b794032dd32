package import Foundation

/// The encoding of decimals as bytes. The comparison of the bytes is the comparison of the numbers,
/// exact to the last digit.
///
/// The first byte is the class: 0 for NaN, 1 for negative, 2 for zero, 3 for positive. A number
/// `0.d₁d₂d₃… × 10ᵉ` with `d₁ ≠ 0` and no trailing zeros continues with two bytes for `e + 2¹⁵`, the
/// high byte first, one byte for each pair of digits (`10·d₁ + d₂ + 1`), and a zero byte. For a
/// negative number all bytes after the first are complemented.
package enum OrderedDecimal {
  package static func encode(_ decimal: Decimal) -> [UInt8] {
    if decimal.isNaN { return [0] }
    if decimal.isZero { return [2] }
    let isNegative = decimal.sign == .minus
    let (digits, exponent) = normalised(decimal)
    let biased = UInt16(clamping: exponent + 0x8000)
    var body: [UInt8] = [UInt8(biased >> 8), UInt8(biased & 0xFF)]
    for index in stride(from: 0, to: digits.count, by: 2) {
      let second = index + 1 < digits.count ? digits[index + 1] : 0
      body.append(digits[index] * 10 + second + 1)
    }
    body.append(0)
    return isNegative ? [1] + body.map { ~$0 } : [3] + body
  }

  package static func decode(_ bytes: UnsafeRawBufferPointer) -> Decimal? {
    guard let kind = bytes.first else { return nil }
    switch kind {
    case 0: return .nan
    case 2: return 0
    case 1, 3:
      let body = kind == 1 ? bytes.dropFirst().map { ~$0 } : Array(bytes.dropFirst())
      guard body.count >= 4, body.last == 0 else { return nil }
      let exponent = (Int(body[0]) << 8 | Int(body[1])) - 0x8000
      var digits = ""
      for pair in body[2..<(body.count - 1)] {
        guard (1...100).contains(pair) else { return nil }
        digits += String(Int(pair - 1) / 10) + String(Int(pair - 1) % 10)
      }
      if digits.last == "0" { digits.removeLast() }
      var power = exponent - digits.count
      // A decimal's own exponent ends at 127. Greater numbers get trailing zeros.
      while power > 127, digits.count < 39 {
        digits += "0"
        power -= 1
      }
      let text = "\(kind == 1 ? "-" : "")\(digits)e\(power)"
      return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    default: return nil
    }
  }

  /// Returns the significant digits, and the exponent of ten for a decimal point before the first
  /// digit.
  private static func normalised(_ decimal: Decimal) -> (digits: [UInt8], exponent: Int) {
    // `significand` is a whole number; its description is plain digits.
    let significand = Decimal(
      sign: .plus, exponent: 0, significand: decimal.significand.magnitude)
    var digits = "\(significand)".utf8.filter { (48...57).contains($0) }.map { $0 - 48 }
    digits = Array(digits.drop { $0 == 0 })
    let exponent = decimal.exponent + digits.count
    while digits.last == 0 { digits.removeLast() }
    return (digits, exponent)
  }
}
