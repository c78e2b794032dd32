/// The indices of the rows whose values are not cases of their property's type; see ``CaseCheck``. They
/// are created when a program opens the file for writing, not by a migration.
enum CaseIndices {
  /// Creates the indices of a schema. Removes indices of its tables that belong to other cases. Inside
  /// a transaction.
  static func install(_ layouts: [ModelLayout], on connection: Connection) throws {
    let wanted = indices(of: layouts)
    for (name, statement) in try present(in: layouts, on: connection)
    where wanted[name] != statement {
      try connection.run("DROP INDEX IF EXISTS \(SQLName.quoted(name))")
    }
    let present = try present(in: layouts, on: connection)
    for (name, statement) in wanted.sorted(by: { $0.key < $1.key }) where present[name] == nil {
      try connection.run(statement)
    }
  }

  /// Removes the indices of all tables, before their columns change.
  static func remove(on connection: Connection) throws {
    for name in try all(on: connection).map(\.name) {
      try connection.run("DROP INDEX IF EXISTS \(SQLName.quoted(name))")
    }
  }

  /// Returns `true` if the tables of a schema have its indices and no others.
  static func areInstalled(
    _ layouts: [ModelLayout], on connection: Connection
  ) throws -> Bool {
    try present(in: layouts, on: connection) == indices(of: layouts)
  }

  private static func indices(of layouts: [ModelLayout]) -> [String: String] {
    Dictionary(first: layouts.flatMap(\.caseChecks).map { ($0.indexName, $0.indexStatement) })
  }

  /// Returns the statements of the indices that the tables of a schema have, by the names of the
  /// indices.
  private static func present(
    in layouts: [ModelLayout], on connection: Connection
  ) throws -> [String: String] {
    let tables = Set(layouts.map(\.tableName))
    let own = try all(on: connection).filter { tables.contains($0.table) }
    return Dictionary(first: own.map { ($0.name, $0.statement) })
  }

  private static func all(
    on connection: Connection
  ) throws -> [(name: String, table: String, statement: String)] {
    try connection.map(
      """
      SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'index' AND sql NOT NULL \
      AND substr(name, -1) = '\(CaseCheck.indexSuffix)'
      """
    ) { row in (row.string(), row.string(), row.string()) }
  }
}
