/// Converts the preset metadata of a file of format 4 to the present form; see ``PresetMetadata``.
///
/// Format 4 had two columns: `_preset` with the catalog and the ID, unquoted, and `_stamps` with the JSON
/// object of the stamps. A file is converted when it is opened for writing, in one transaction. A process
/// that is killed in between leaves the file in the former format.
enum PresetMarkConversion {
  static let formerFormat = 4

  /// Returns the SQL expression for the metadata of a row with two columns. NULL if the row isn't a preset.
  static func mark(_ preset: String, _ stamps: String) -> String {
    "('[' || json_quote(\(preset)) || ifnull(',' || nullif(\(stamps), '{}'), '') || ']')"
  }

  /// Converts a file of the former format, inside a transaction.
  static func runIfNeeded(on connection: Connection) throws {
    guard try StoreMetadata.read(on: connection)?.format == formerFormat else { return }
    try run(on: connection)
  }

  /// Converts all tables that have the former columns, inside a transaction.
  static func run(on connection: Connection) throws {
    // The triggers refer to the columns by name.
    try PresetTables.removeTriggers(on: connection)
    for table in try tables(on: connection) {
      try convert(table, SQLName.preset, SQLName.formerStamps, on: connection)
    }
    if try PresetTables.hasColumn("stamps", of: PresetTables.deleted, on: connection) {
      try convert(PresetTables.deleted, "preset", "stamps", on: connection)
    }
    for entity in EntityDescription.tables(of: try StoreMetadata.descriptions(on: connection))
    where try PresetTables.concern(entity.table, on: connection) {
      try PresetTables.install(entity, on: connection)
    }
    try StoreMetadata.setFormat(on: connection)
  }

  private static func convert(
    _ table: String, _ preset: String, _ stamps: String, on connection: Connection
  ) throws {
    let name = SQLName.quoted(table)
    try connection.run(
      "UPDATE \(name) SET \(preset) = \(mark(preset, stamps)) WHERE \(preset) IS NOT NULL")
    try connection.run("ALTER TABLE \(name) DROP COLUMN \(stamps)")
  }

  /// Returns the tables that have both columns, for all entities.
  private static func tables(on connection: Connection) throws -> [String] {
    try StoreMetadata.tables(on: connection).filter { table in
      try PresetTables.hasColumn(SQLName.formerStamps, of: table, on: connection)
        && PresetTables.concern(table, on: connection)
    }
  }
}
