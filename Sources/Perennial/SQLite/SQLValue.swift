package import Foundation

/// A value as SQLite stores it.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)

  /// Returns a value with keys, for `IN (SELECT value FROM json_each(?))`.
  static func keys(_ keys: some Sequence<Int64>) -> SQLValue {
    .text("[\(keys.map(String.init).joined(separator: ","))]")
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
