import Foundation

extension SQLExpression {
  /// The greatest number of values that are separate parameters. More values are one parameter, an
  /// array in JSON. A statement has a limited number of parameters, and its text then does not
  /// change with the number of the values.
  private static let listedValues = 500

  /// Returns the condition that a value is one of several values of one kind.
  static func member(_ element: SQLExpression, in values: [SQLValue]) -> SQLExpression {
    if values.isEmpty { return .truth(false) }
    if values.count == 1 { return .binary(.equal, element, .value(values[0])) }
    if values.count <= listedValues { return .member(element, .list(values)) }
    return .member(element, json(values))
  }

  private static func json(_ values: [SQLValue]) -> SQLSet {
    var text = "["
    var function: SQLFunction?
    for (index, value) in values.enumerated() {
      if index > 0 { text += "," }
      switch value {
      case .null: text += "null"
      case .integer(let number): text += String(number)
      case .real(let number):
        // The bits, because reading decimals could round.
        text += String(Int64(bitPattern: number.bitPattern))
        function = .real
      case .text(let string):
        // Hexadecimal, because SQLite's JSON ends texts at U+0000.
        text += "\"\(hexadecimal(Array(string.utf8)))\""
        function = .text
      case .blob(let data):
        text += "\"\(hexadecimal(Array(data)))\""
        function = .blob
      }
    }
    return .json(text + "]", function)
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      result.append(digits[Int(byte >> 4)])
      result.append(digits[Int(byte & 15)])
    }
    return String(decoding: result, as: UTF8.self)
  }
}
