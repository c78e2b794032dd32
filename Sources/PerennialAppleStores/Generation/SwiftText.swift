import Foundation

/// Names and literals of Swift's source text, made of the names in a file.
enum SwiftText {
  /// The words that are a name in backticks only.
  static let keywords: Set<String> = [
    "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  /// Returns a text as a name: characters that a name cannot have become underscores.
  ///
  /// - Parameter prefix: The beginning of the name if the text has none that a name can have.
  static func identifier(_ text: String, prefix: String) -> String {
    var name = ""
    for scalar in text.unicodeScalars.prefix(100) {
      let isKept = scalar == "_" || scalar.properties.isXIDContinue
      name.unicodeScalars.append(isKept ? scalar : "_")
    }
    // Names with an underscore in front are those of the macros.
    name = String(name.drop { $0 == "_" })
    guard let first = name.unicodeScalars.first else { return prefix }
    return first.properties.isXIDStart ? name : prefix + name
  }

  /// Returns a name as source text has it: in backticks if it is a word of the language.
  static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// Returns a name as the label of an argument: in backticks if it is one of the words that cannot be a label.
  static func label(_ name: String) -> String {
    ["inout", "let", "var"].contains(name) ? "`\(name)`" : name
  }

  /// Returns a string literal. Characters that are not seen, and those that change the direction of text, are escaped.
  static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": literal += "\\\\"
      case "\"": literal += "\\\""
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned,
          .surrogate:
          literal += "\\u{\(String(scalar.value, radix: 16))}"
        default: literal.unicodeScalars.append(scalar)
        }
      }
    }
    return literal + "\""
  }

  /// Returns the literal of a value as the default of a property; nil if the type has no literal for it.
  static func literal(_ value: AppleValue, of type: StoredModel.AttributeType) -> String? {
    switch (type, value) {
    case (.boolean, .bool(let bool)): return bool ? "true" : "false"
    case (.boolean, .integer(let integer)) where integer == 0 || integer == 1:
      return integer == 1 ? "true" : "false"
    case (.integer, .bool(let bool)): return bool ? "1" : "0"
    case (.integer(let bits), .integer(let integer)):
      let limit: Int64 = bits == 64 ? .max : 1 << Int64(bits - 1) - 1
      return (-limit - 1...limit).contains(integer) ? "\(integer)" : nil
    case (.double, .integer(let integer)), (.float, .integer(let integer)): return "\(integer)"
    case (.double, .real(let real)), (.float, .real(let real)):
      return real.isFinite ? "\(real)" : nil
    case (.decimal, .integer(let integer)): return "\(integer)"
    case (.decimal, .decimal(let decimal)):
      return Int64("\(decimal)").map { "\($0)" }
    case (.string, .text(let text)): return literal(text)
    case (.date, .date(let date)):
      let seconds = date.timeIntervalSinceReferenceDate
      return seconds.isFinite ? "Date(timeIntervalSinceReferenceDate: \(seconds))" : nil
    default: return nil
    }
  }
}
