import Perennial

/// The layout of the rows of a join table.
struct LinkShape {
  let table: String
  /// The columns of the framework that are not in ``columns``.
  let hidden: [Field]

  /// The keys of both ends, the target's order key at the source, and the source's order key at the target.
  static let columns = ["source", "target", "position", "inverse_position"]

  /// All columns of the table.
  var columns: [String] { Self.columns + hidden.map(\.column) }

  /// Returns a query for the links, in the order of their keys.
  ///
  /// - Parameter omitted: The relationships whose dangling links are left out.
  func query(omitting omitted: [StoredRelationship]) -> String {
    let conditions = omitted.filter { $0.table == table }.flatMap(\.references).map(\.exists)
    let end = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    return """
      SELECT \(SQLName.list(columns)) FROM \(SQLName.quoted(table))\(end) ORDER BY source, target
      """
  }

  /// A statement that inserts a link.
  var insertion: String { SQLName.insertion(into: table, columns) }
}

/// A link, in the form that documents use.
struct LinkRow {
  /// The values of ``LinkShape/columns``.
  let parts: [Int64]
  let hidden: [InspectedValue]
}
