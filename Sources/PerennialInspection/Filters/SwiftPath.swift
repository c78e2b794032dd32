import Foundation
import Perennial

/// The left side of a comparison in a `#Predicate`, such as `$0.cuisine?.name`.
struct SwiftPath {
  /// The part up to the last optional relationship; nil if there is none.
  private var optional: String?
  /// The part after it.
  private var rest = "$0"
  /// `true` if the last property is optional.
  private(set) var endsInOptional = false

  /// The whole path.
  var code: String { (optional.map { "\($0)?" } ?? "") + rest }
  /// `true` if the value can be nil.
  var canBeNil: Bool { endsInOptional || optional != nil }

  /// Returns the path to a property of the object or the collection at its end.
  func appending(_ name: String, isOptional: Bool) -> SwiftPath {
    var path = self
    if endsInOptional { (path.optional, path.rest) = (code, "") }
    path.rest += ".\(Self.reserved.contains(name) ? "`\(name)`" : name)"
    path.endsInOptional = isOptional
    return path
  }

  /// Returns the number of a collection at the end.
  var count: String {
    let number = appending("count", isOptional: false)
    return number.canBeNil ? "(\(number.code) ?? 0)" : number.code
  }

  /// Returns the code before and after a value of a comparison. If the path is nil, only `!=` is true.
  func comparison(_ sign: String) -> (before: String, after: String) {
    if sign == "==" || sign == "!=" || !canBeNil { return ("\(code) \(sign) ", "") }
    if endsInOptional { return ("(\(code).flatMap { $0 \(sign) ", " } ?? false)") }
    return ("(\(optional ?? "").flatMap { $0\(rest) \(sign) ", " } ?? false)")
  }

  /// Returns the call of a method of texts.
  func call(_ function: TextFunction, _ text: String) -> String {
    let member = "\(code)\(endsInOptional ? "?" : "").\(function.method)"
    let end = canBeNil ? " == true" : ""
    return "\(member)(\(function.label)\(text.swiftLiteral))\(end)"
  }

  /// Names that a member cannot have without backticks.
  private static let reserved: Set<String> = ["init", "self", "Type", "Protocol"]
}

extension String {
  /// The text as a literal of Swift.
  var swiftLiteral: String {
    var literal = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\t": literal += "\\t"
      case "\r": literal += "\\r"
      default:
        let isPlain = scalar.value >= 0x20 && scalar.properties.generalCategory != .control
        literal += isPlain ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return literal + "\""
  }
}

extension StoredForm {
  /// Returns the value of a comparison in Swift: a literal, or a constant; nil if it has neither.
  ///
  /// - Parameters:
  ///   - value: The value of the column.
  ///   - text: The value as a filter has it.
  ///   - isOptional: `true` if it is compared with an optional value.
  func swiftValue(
    _ value: SQLValue, _ text: String, isOptional: Bool
  ) -> SwiftCondition.Piece? {
    let mark = isOptional ? "?" : ""
    switch (self, value) {
    case (.bool, .integer(let integer)): return .code(integer == 1 ? "true" : "false")
    case (.uint64, .integer(let integer)): return .code("\(UInt64(bitPattern: integer))")
    case (.double, .real(let real)) where real.isFinite: return .code("\(real)")
    case (.float, .real(let real)) where real.isFinite: return .code("\(Float(real))")
    case (.date, .real(let real)) where real.isFinite:
      return .constant(type: "Date\(mark)", value: "Date(timeIntervalSinceReferenceDate: \(real))")
    case (.text, .text(let text)): return .code(text.swiftLiteral)
    case (.url, _):
      // The initialiser returns an optional, which equals no other type.
      return isOptional ? .constant(type: "URL?", value: "URL(string: \(text.swiftLiteral))") : nil
    case (.uuid, _):
      guard let uuid = UUID(uuidString: text) else { return nil }
      let bytes = withUnsafeBytes(of: uuid.uuid) { $0.map { "\($0)" }.joined(separator: ", ") }
      return .constant(type: "UUID\(mark)", value: "UUID(uuid: (\(bytes)))")
    case (.decimal, _):
      guard let decimal = Decimal(string: text), decimal.isFinite,
        let significand = Int("\(decimal.significand)")
      else { return nil }
      return .constant(
        type: "Decimal\(mark)",
        value: """
          Decimal(sign: .\(decimal.sign), exponent: \(decimal.exponent), significand: \(significand))
          """)
    case (_, .integer(let integer)): return .code("\(integer)")
    default: return nil
    }
  }

  /// `true` if Swift compares the values by `<` too.
  var isComparableInSwift: Bool {
    switch self {
    case .bool, .url, .uuid, .data, .json: false
    default: true
    }
  }
}
