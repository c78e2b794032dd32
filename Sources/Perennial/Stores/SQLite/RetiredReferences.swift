/// The references to a schema's tables from what the file has besides: from tables, and from columns
/// of hierarchies, of retired entities and of models that this program's schema leaves out.
struct RetiredReferences {
  private struct Reference {
    let table: String
    let column: String
    let destination: String
    /// Whether a row without its destination goes, as a link does; or else the column is emptied.
    let cascades: Bool
  }

  private let connection: Connection
  private let references: [Reference]

  /// - Parameters:
  ///   - tables: The tables of the schema, those of links included.
  ///   - columns: The references of tables that are only in part the schema's.
  init(
    _ connection: Connection, besides tables: Set<String>, _ columns: [String: Set<String>] = [:]
  ) throws {
    self.connection = connection
    var references: [Reference] = []
    let names = tables.sorted().map(SQLValue.text)
    let marks = names.map { _ in "?" }.joined(separator: ", ")
    try connection.rows(
      """
      SELECT m.name, k."from", k."table", k.on_delete = 'CASCADE' \
      FROM sqlite_master AS m JOIN pragma_foreign_key_list(m.name) AS k \
      WHERE m.type = 'table' AND m.name NOT IN (\(marks))
      """,
      names
    ) { row in
      let reference = Reference(
        table: row.string(),
        column: row.string(),
        destination: row.string(),
        cascades: row.int64() == 1
      )
      if columns[reference.table]?.contains(reference.column) != true {
        references.append(reference)
      }
    }
    self.references = references
  }

  /// Does to references what their foreign keys would do.
  ///
  /// - Parameter condition: The condition that a column refers to a row of a table that has gone;
  ///   nil if no row of it has.
  func empty(_ condition: (_ column: String, _ destination: String) -> String?) throws {
    for reference in references {
      let column = SQLName.quoted(reference.column)
      guard let condition = condition(column, reference.destination) else { continue }
      let table = SQLName.quoted(reference.table)
      try connection.run(
        reference.cascades
          ? "DELETE FROM \(table) WHERE \(condition)"
          : "UPDATE \(table) SET \(column) = NULL WHERE \(condition)"
      )
    }
  }
}
