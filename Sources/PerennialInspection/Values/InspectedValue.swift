public import Foundation

/// A value of a stored object, in the type of its property.
public enum InspectedValue: Hashable, Sendable {
  /// No value.
  case null
  /// A Boolean value.
  case bool(Bool)
  /// A signed integer of any width.
  case integer(Int64)
  /// An unsigned integer of any width.
  case unsigned(UInt64)
  /// A `Double` or `CGFloat`.
  case double(Double)
  /// A `Float`.
  case float(Float)
  /// A point in time.
  case date(Date)
  /// A string.
  case text(String)
  /// The absolute string of a URL.
  case url(String)
  /// Bytes.
  case data(Data)
  /// A UUID.
  case uuid(UUID)
  /// A decimal number.
  case decimal(Decimal)
  /// The JSON of a value that has no other form.
  case json(String)
  /// The primary key of another object.
  case key(Int64)
  /// The column's value, if it does not have the form of the property.
  case stored(SQLResultValue)
  /// The reason that the value cannot be read.
  case unreadable(String)
}

/// A value in a column of SQLite.
public enum SQLResultValue: Hashable, Sendable {
  /// NULL.
  case null
  /// INTEGER.
  case integer(Int64)
  /// REAL.
  case real(Double)
  /// TEXT.
  case text(String)
  /// BLOB.
  case blob(Data)
}

/// The former name of ``SQLResultValue``.
@available(*, deprecated, renamed: "SQLResultValue")
public typealias StoredValue = SQLResultValue

extension InspectedValue: CustomStringConvertible {
  /// A readable text of the value, on one or several lines.
  public var description: String {
    switch self {
    case .null: "nil"
    case .data(let data): data.count.of("byte")
    case .unreadable(let reason): "unreadable: \(reason)"
    case .stored(let stored): "invalid: \(stored)"
    default: plain.text
    }
  }
}

extension SQLResultValue: CustomStringConvertible {
  /// The value as SQL writes it: texts in quotation marks, and the size of data in place of their bytes.
  public var description: String {
    switch self {
    case .null: "NULL"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text): "“\(text)”"
    case .blob(let data): data.count.of("byte")
    }
  }
}
