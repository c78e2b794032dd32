/// The references to a schema's tables from tables and columns that the schema does not have. They
/// belong to retired entities, and to models that this program's schema leaves out. The columns are in
/// the tables of hierarchies.
struct RetiredReferences {
  private struct Reference {
    let table: String
    let column: String
    let destination: String
    /// A Boolean value that indicates whether a row is deleted with its destination, as a row of a join
    /// table is. Otherwise the column is set to NULL.
    let cascades: Bool
  }

  private let connection: Connection
  private let references: [Reference]

  /// Finds the references.
  ///
  /// - Parameters:
  ///   - tables: The tables of the schema, including join tables.
  ///   - columns: The references of the schema in tables that also have columns of other entities.
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
      WHERE m.type = 'table' AND m.name NOT IN (\(marks)) \
      AND m.name NOT GLOB '_perennial_*' AND m.name NOT GLOB 'sqlite_*'
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

  /// Applies the actions of the references' foreign keys.
  ///
  /// - Parameter condition: Returns the condition that a column references a deleted row of a table;
  ///   nil if no row of the table is deleted.
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
