public import Foundation

/// A value of a stored object, in the type of its property.
public enum InspectedValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case double(Double)
  case float(Float)
  case date(Date)
  case text(String)
  case url(String)
  case data(Data)
  case uuid(UUID)
  case decimal(Decimal)
  /// The JSON of a value that has no other form.
  case json(String)
  /// The primary key of another object.
  case key(Int64)
  /// The column's value, if it does not have the form of the property.
  case stored(StoredValue)
  /// The reason that the value cannot be read.
  case unreadable(String)
}

/// A value in a column of SQLite.
public enum StoredValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)
}

extension InspectedValue: CustomStringConvertible {
  /// A readable text of the value, on one or several lines.
  public var description: String {
    switch self {
    case .null: "nil"
    case .data(let data): "\(data.count) bytes"
    case .unreadable(let reason): "unreadable: \(reason)"
    case .stored(let stored): "invalid: \(stored)"
    default: plain.text
    }
  }
}

extension StoredValue: CustomStringConvertible {
  public var description: String {
    switch self {
    case .null: "NULL"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text): "“\(text)”"
    case .blob(let data): "\(data.count) bytes"
    }
  }
}
