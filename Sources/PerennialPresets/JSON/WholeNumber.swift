/// The parsing of JSON numbers by their digits, without floating point.
enum WholeNumber {
  /// Returns the digits of an integer in any notation: `12`, `12.0`, `1.2e1`. Returns `nil` for another
  /// number, and for one with more digits than any integer type has.
  static func digits(of text: String) -> String? {
    guard let parts = parts(of: text) else { return nil }
    if parts.digits.isEmpty { return "0" }
    guard parts.exponent >= 0, parts.exponent + parts.digits.count <= 20 else { return nil }
    let zeros = String(repeating: "0", count: parts.exponent)
    return (parts.isNegative ? "-" : "") + parts.digits + zeros
  }

  /// Returns the number of digits from the first that is not zero to the last.
  static func significantDigits(of text: String) -> Int { parts(of: text)?.digits.count ?? 0 }

  /// Returns the parts of a number as `digits × 10^exponent`, without zeros at either end.
  private static func parts(
    of text: String
  ) -> (isNegative: Bool, digits: String, exponent: Int)? {
    let halves = text.lowercased().split(separator: "e", maxSplits: 1)
    guard let mantissa = halves.first else { return nil }
    var exponent = 0
    if halves.count > 1 {
      guard let power = Int(halves[1]), abs(power) < 1_000_000 else { return nil }
      exponent = power
    }
    let isNegative = mantissa.first == "-"
    let sides = mantissa.drop { $0 == "-" }.split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    var digits = sides.joined()
    exponent -= sides.count > 1 ? sides[1].count : 0
    while digits.last == "0" {
      digits.removeLast()
      exponent += 1
    }
    digits = String(digits.drop { $0 == "0" })
    return (isNegative, digits, exponent)
  }
}
