import Foundation
import PerennialJSON

/// A value in the form that documents use: a JSON value, or an escape for a value that does not have its
/// property's form.
enum PlainValue: Equatable {
  case null
  case bool(Bool)
  /// The digits of a number that every JSON reader represents exactly.
  case number(String)
  case string(String)
  /// JSON text, unchanged.
  case json(String)
  case stored(SQLResultValue)

  /// The value as text, for messages and for tables.
  var text: String {
    switch self {
    case .null: ""
    case .bool(let bool): bool ? "true" : "false"
    case .number(let text), .string(let text), .json(let text): text
    case .stored(let stored): "\(stored)"
    }
  }
}

extension InspectedValue {
  /// The greatest integer that documents write as a number. Greater integers are written as text, because
  /// many JSON readers would round them.
  static let greatestNumber: UInt64 = 1 << 53 - 1

  /// The value in the form that documents use.
  var plain: PlainValue {
    switch self {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .integer(let integer):
      integer.magnitude <= Self.greatestNumber ? .number("\(integer)") : .string("\(integer)")
    case .unsigned(let integer):
      integer <= Self.greatestNumber ? .number("\(integer)") : .string("\(integer)")
    case .double(let double): Self.plain(double, "\(double)")
    case .float(let float): Self.plain(Double(float), "\(float)")
    case .date(let date):
      DateText.text(date.timeIntervalSinceReferenceDate).map(PlainValue.string)
        ?? Self.plain(
          date.timeIntervalSinceReferenceDate, "\(date.timeIntervalSinceReferenceDate)")
    case .text(let text), .url(let text): .string(text)
    case .data(let data): .string(data.base64EncodedString())
    case .uuid(let uuid): .string(uuid.uuidString)
    case .decimal(let decimal): .string(decimal.isNaN ? "NaN" : "\(decimal)")
    case .json(let text): .json(text)
    case .key(let key): .string("\(key)")
    case .stored(let stored): .stored(stored)
    case .unreadable(let reason): .string(reason)
    }
  }

  private static func plain(_ double: Double, _ text: String) -> PlainValue {
    if double.isNaN { return .string("NaN") }
    if double.isInfinite { return .string(double < 0 ? "-Infinity" : "Infinity") }
    return .number(text)
  }
}
