/// Brings what a file of format 4 says of its presets to the present form; see ``PresetMark``.
///
/// Format 4 had two columns: `_preset` with the catalog and the ID as they are, and `_stamps` with the
/// object of the stamps. A file is converted when it is opened to be written, in one transaction, so
/// that whoever is killed in between leaves the former file.
enum PresetMarkConversion {
  static let formerFormat = 4

  /// The mark, in SQL, of a row that says it in two columns. NULL if it says nothing.
  static func mark(_ preset: String, _ stamps: String) -> String {
    "('[' || json_quote(\(preset)) || ifnull(',' || nullif(\(stamps), '{}'), '') || ']')"
  }

  /// Converts a file that is of the former format, inside a transaction.
  static func runIfNeeded(on connection: Connection) throws {
    guard try StoreMetadata.read(on: connection)?.format == formerFormat else { return }
    try run(on: connection)
  }

  /// Converts what there is in the former form, inside a transaction.
  static func run(on connection: Connection) throws {
    // They know the columns by their names.
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

  /// The tables that have both columns, of whichever entities.
  private static func tables(on connection: Connection) throws -> [String] {
    try StoreMetadata.tables(on: connection).filter { table in
      try PresetTables.hasColumn(SQLName.formerStamps, of: table, on: connection)
        && PresetTables.concern(table, on: connection)
    }
  }
}
