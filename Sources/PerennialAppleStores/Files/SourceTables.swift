import Perennial

/// The tables of a store with their columns, as they are in the file.
struct SourceTables {
  /// A column: its name, and the type that Core Data has declared it with.
  struct Column: Hashable {
    let name: String
    let type: String
  }

  /// The columns of each table in their order, by the table's name.
  let columns: [String: [Column]]

  /// The greatest number of tables that are read. Core Data makes one for each hierarchy of entities.
  private static let limit = 20_000

  /// Reads the tables.
  ///
  /// - Throws: ``AppleStoreError``.
  init(of database: SourceDatabase) throws {
    let names = try database.map(
      "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name LIMIT \(Self.limit + 1)"
    ) { $0.string() }
    guard names.count <= Self.limit else {
      throw AppleStoreError(
        .limit, path: database.path, "The file has more than \(Self.limit) tables.")
    }
    var columns: [String: [Column]] = [:]
    for name in names {
      columns[name] = try database.map(
        "SELECT name, type FROM pragma_table_info(?)", [.text(name)]
      ) { row in Column(name: row.string(), type: row.string()) }
    }
    self.columns = columns
  }

  /// Returns `true` if the file has a table with a column.
  func has(_ table: String, _ column: String) -> Bool {
    columns[table]?.contains { $0.name == column } ?? false
  }

  /// Returns `true` if the file has a table with all of these columns.
  func has(_ table: String, all columns: [String]) -> Bool { columns.allSatisfy { has(table, $0) } }
}
