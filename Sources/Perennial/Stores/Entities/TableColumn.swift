/// A column of a table, as SQLite knows it.
struct TableColumn {
  let name: String
  /// The position in the primary key, from 1; 0 for other columns.
  let keyPosition: Int

  static func all(of table: String, on connection: Connection) throws -> [TableColumn] {
    try connection.map("SELECT name, pk FROM pragma_table_info(?)", [.text(table)]) { row in
      TableColumn(name: row.string(), keyPosition: Int(row.int64()))
    }
  }

  static func names(of table: String, on connection: Connection) throws -> Set<String> {
    Set(try all(of: table, on: connection).map(\.name))
  }
}
