import PerennialRecords

/// JSON of requests and answers.
typealias JSONValue = UnknownContent

extension JSONValue {
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var list: [JSONValue]? { if case .list(let list) = self { list } else { nil } }
  var members: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }
  var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

  /// A number, whole or not.
  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  /// Returns an object of the members that are not nil.
  static func members(_ members: [String: JSONValue?]) -> JSONValue {
    .object(members.compactMapValues { $0 })
  }
}
