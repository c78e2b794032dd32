package import Foundation

/// A value as SQLite stores it.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)

  /// Returns a value with keys, for `IN (SELECT value FROM json_each(?))`.
  package static func keys(_ keys: some Sequence<Int64>) -> SQLValue {
    .text("[\(keys.map(String.init).joined(separator: ","))]")
  }

  /// The key of a row that the value references; nil for NULL.
  package var key: Int64? { if case .integer(let key) = self { key } else { nil } }

  /// Returns `true` if SQLite sorts this value before another value of the same type.
  func precedes(_ other: SQLValue) -> Bool {
    switch (self, other) {
    case (.integer(let first), .integer(let second)): first < second
    case (.real(let first), .real(let second)): first < second
    case (.text(let first), .text(let second)): first.utf8.lexicographicallyPrecedes(second.utf8)
    case (.blob(let first), .blob(let second)): first.lexicographicallyPrecedes(second)
    // A column's values are of one type.
    default: false
    }
  }

  /// Returns `true` if a column of a type can hold the value.
  func isValue(of type: SQLType) -> Bool {
    switch (self, type) {
    case (.integer, .integer), (.real, .real), (.text, .text), (.blob, .blob): true
    default: false
    }
  }
}

extension SQLValue: CustomStringConvertible {
  /// The value's text in errors.
  package var description: String {
    switch self {
    case .null: "nil"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text): text.count > 80 ? "“\(text.prefix(80))…”" : "“\(text)”"
    case .blob(let data):
      data.prefix(16).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }.joined() + (data.count > 16 ? "…" : "")
    }
  }
}

/// The declared type of a column in a STRICT table.
package enum SQLType: String, Codable, Sendable {
  case integer = "INTEGER"
  case real = "REAL"
  case text = "TEXT"
  case blob = "BLOB"
}
