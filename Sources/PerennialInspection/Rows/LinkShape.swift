import Perennial

/// How the links of a relationship lie in their table of pairs.
struct LinkShape {
  let table: String
  /// Columns beside the pair and its places: what the framework keeps there.
  let hidden: [Field]

  /// The keys of both ends, the target's place at the source, and the source's place at the target.
  static let columns = ["source", "target", "position", "inverse_position"]

  private var list: String {
    (Self.columns + hidden.map(\.column)).map(SQLName.quoted).joined(separator: ", ")
  }

  /// A query for all links, in the order of their keys.
  var query: String {
    "SELECT \(list) FROM \(SQLName.quoted(table)) ORDER BY source, target"
  }

  /// A statement that inserts a link.
  var insertion: String {
    let count = Self.columns.count + hidden.count
    let marks = Array(repeating: "?", count: count).joined(separator: ", ")
    return "INSERT INTO \(SQLName.quoted(table)) (\(list)) VALUES (\(marks))"
  }
}

/// A link, as documents have it.
struct LinkRow {
  /// The values of ``LinkShape/columns``.
  let parts: [Int64]
  let hidden: [InspectedValue]
}
