public import Foundation

/// A value of a stored object, as its property means it.
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
  /// The JSON of a value that has no form of its own.
  case json(String)
  /// The key of another object.
  case key(Int64)
  /// What is in the column, where that is not of the form that the property has.
  case stored(StoredValue)
  /// Why the value cannot be read.
  case unreadable(String)
}

/// What SQLite has in a column.
public enum StoredValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)
}

extension InspectedValue: CustomStringConvertible {
  /// The value as people read it, on one line or several.
  public var description: String {
    switch self {
    case .null: "nil"
    case .data(let data): "\(data.count) bytes"
    case .unreadable(let reason): "unreadable: \(reason)"
    case .stored(let stored): "not of its form: \(stored)"
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
