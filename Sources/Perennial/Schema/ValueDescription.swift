import Foundation

/// The stored form of an attribute's values in its column.
package struct ValueDescription: Codable, Hashable, Sendable {
  package let form: StoredForm
  /// The name of a type that may not accept every value of the form: a type with a raw value, or a type
  /// that is encoded as JSON. Nil for types that have the form themselves.
  package let type: String?
  /// `true` if the column begins with a byte that distinguishes a value from the name of a file; nil
  /// for no.
  package let isExternal: Bool?
  /// `true` if full-text search finds the value; nil for no.
  package let isSearched: Bool?

  /// The name of the value's type for messages.
  package var name: String { type ?? form.typeName }
}

/// The stored forms of values in columns; see Documentation/FileFormat.md.
package enum StoredForm: String, CaseIterable, Codable, Sendable {
  case bool
  case int8, int16, int32, int64
  case uint8, uint16, uint32, uint64
  case double, float
  case date
  case text
  case url
  case data
  case uuid
  case decimal
  case json

  /// Creates the form of a type that has one of its own.
  init?(_ type: any Any.Type) {
    guard let form = Self.known[ObjectIdentifier(type)] else { return nil }
    self = form
  }

  /// Creates the form of a value of which only the column type is known.
  package init(columnOf type: SQLType) {
    switch type {
    case .integer: self = .int64
    case .real: self = .double
    case .text: self = .text
    case .blob: self = .data
    }
  }

  /// The most common type whose values have the form.
  package var valueType: any _Storage.ColumnValue.Type {
    switch self {
    case .bool: Bool.self
    case .int8: Int8.self
    case .int16: Int16.self
    case .int32: Int32.self
    case .int64: Int.self
    case .uint8: UInt8.self
    case .uint16: UInt16.self
    case .uint32: UInt32.self
    case .uint64: UInt.self
    case .double: Double.self
    case .float: Float.self
    case .date: Date.self
    case .text, .json: String.self
    case .url: URL.self
    case .data: Data.self
    case .uuid: UUID.self
    case .decimal: Decimal.self
    }
  }

  package var typeName: String {
    switch self {
    case .json: "Codable"
    // On Apple's platforms the type describes itself by its name in Objective-C.
    case .decimal: "Decimal"
    default: "\(valueType)"
    }
  }

  /// The range of numbers that a form of whole numbers has in its column; nil for other forms. Numbers that
  /// stand for numbers beyond `Int64.max` are excluded.
  package var integers: ClosedRange<Int64>? {
    func range<Value: FixedWidthInteger>(_ type: Value.Type) -> ClosedRange<Int64> {
      Int64(clamping: Value.min)...Int64(clamping: Value.max)
    }
    return switch self {
    case .bool: 0...1
    // `Int` and `UInt` may be narrower than the form.
    case .int64: Int64.min...Int64.max
    case .uint64: 0...Int64.max
    default: (valueType as? any FixedWidthInteger.Type).map { range($0) }
    }
  }

  private static let known: [ObjectIdentifier: StoredForm] = {
    let common = allCases.filter { $0 != .json }.map { (ObjectIdentifier($0.valueType), $0) }
    let others: [(any Any.Type, StoredForm)] = [
      (Int64.self, .int64), (UInt64.self, .uint64), (CGFloat.self, .double),
    ]
    return Dictionary(first: common + others.map { (ObjectIdentifier($0), $1) })
  }()
}
