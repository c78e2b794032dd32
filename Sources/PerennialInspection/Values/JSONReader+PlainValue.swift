import PerennialJSON

extension JSONReader {
  /// Reads a value without parts, or an object that stands for a value without its property's form.
  mutating func plainValue() throws -> PlainValue {
    switch try nextValue()?.mark {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"):
      let text = try verbatim()
      guard let stored = try SQLResultValue(json: text) else {
        throw failure("an object is not allowed here")
      }
      return .stored(stored)
    case UInt8(ascii: "["): throw failure("an array is not allowed here")
    default: return PlainValue(literal: try verbatim())
    }
  }
}

extension PlainValue {
  /// Creates a value from a literal.
  ///
  /// - Parameter literal: `null`, `true`, `false` or a number.
  fileprivate init(literal: String) {
    self =
      switch literal {
      case "null": .null
      case "true": .bool(true)
      case "false": .bool(false)
      default: .number(literal)
      }
  }
}
