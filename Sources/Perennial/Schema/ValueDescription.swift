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
package enum StoredForm: String, Codable, Sendable {
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

  /// The most common type that has the form.
  package var typeName: String {
    switch self {
    case .bool: "Bool"
    case .int8: "Int8"
    case .int16: "Int16"
    case .int32: "Int32"
    case .int64: "Int"
    case .uint8: "UInt8"
    case .uint16: "UInt16"
    case .uint32: "UInt32"
    case .uint64: "UInt"
    case .double: "Double"
    case .float: "Float"
    case .date: "Date"
    case .text: "String"
    case .url: "URL"
    case .data: "Data"
    case .uuid: "UUID"
    case .decimal: "Decimal"
    case .json: "Codable"
    }
  }

  private static let known: [ObjectIdentifier: StoredForm] = [
    ObjectIdentifier(Bool.self): .bool,
    ObjectIdentifier(Int8.self): .int8, ObjectIdentifier(Int16.self): .int16,
    ObjectIdentifier(Int32.self): .int32, ObjectIdentifier(Int64.self): .int64,
    ObjectIdentifier(Int.self): .int64,
    ObjectIdentifier(UInt8.self): .uint8, ObjectIdentifier(UInt16.self): .uint16,
    ObjectIdentifier(UInt32.self): .uint32, ObjectIdentifier(UInt64.self): .uint64,
    ObjectIdentifier(UInt.self): .uint64,
    ObjectIdentifier(Double.self): .double, ObjectIdentifier(CGFloat.self): .double,
    ObjectIdentifier(Float.self): .float,
    ObjectIdentifier(Date.self): .date,
    ObjectIdentifier(String.self): .text, ObjectIdentifier(URL.self): .url,
    ObjectIdentifier(Data.self): .data, ObjectIdentifier(UUID.self): .uuid,
    ObjectIdentifier(Decimal.self): .decimal,
  ]
}
