import Foundation
import Perennial

extension SQLResultValue {
  init(_ value: SQLValue) {
    self =
      switch value {
      case .null: .null
      case .integer(let integer): .integer(integer)
      case .real(let real): .real(real)
      case .text(let text): .text(text)
      case .blob(let data): .blob(data)
      }
  }

  var sqlValue: SQLValue {
    switch self {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    case .text(let text): .text(text)
    case .blob(let data): .blob(data)
    }
  }

  /// The value as a literal of SQLite. It has the same type and value as a parameter with the value.
  ///
  /// ```swift
  /// print(SQLResultValue.text("it's").sqlLiteral)  // 'it''s'
  /// ```
  public var sqlLiteral: String {
    switch self {
    case .null: return "NULL"
    case .integer(let integer): return "\(integer)"
    case .real(let real):
      // SQLite stores NaN as NULL, and reads a number that is too great as infinity.
      if real.isNaN { return "NULL" }
      if real.isInfinite { return real < 0 ? "-9e999" : "9e999" }
      return Self.literal(of: real)
    case .text(let text):
      // The text of a statement ends at a zero.
      if text.utf8.contains(0) { return "CAST(\(Self.hexadecimal(Data(text.utf8))) AS TEXT)" }
      return "'\(text.replacing("'", with: "''"))'"
    case .blob(let data): return Self.hexadecimal(data)
    }
  }

  /// Returns a literal that SQLite reads without a rounding error.
  ///
  /// SQLite reads the digits of very great and very small numbers with an error in the last bit. They are written
  /// as a whole number that is multiplied or divided by powers of two, which is exact.
  private static func literal(of real: Double) -> String {
    if real == 0 || (1e-100...1e100).contains(real.magnitude) { return "\(real)" }
    let whole = Int64(real.significand * 0x1p52) * (real < 0 ? -1 : 1)
    let exponent = Int(real.exponent) - 52
    let sign = exponent < 0 ? "/" : "*"
    let (count, rest) = exponent.magnitude.quotientAndRemainder(dividingBy: 30)
    let factors = [1 << rest] + Array(repeating: 1 << 30, count: Int(count))
    return "(\(whole).0\(factors.map { " \(sign) \($0).0" }.joined()))"
  }

  private static func hexadecimal(_ data: Data) -> String {
    "x'\(data.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())'"
  }
}
