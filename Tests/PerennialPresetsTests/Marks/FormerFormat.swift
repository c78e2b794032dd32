import Foundation
import StoreTesting

/// Format 4, in which two columns said what one says now: `_preset` the catalog and the ID as they are,
/// `_stamps` the object of the stamps.
enum FormerFormat {
  /// Lays the presets of a store out as that format had them.
  static func bring(_ url: URL) throws {
    let database = try RawDatabase(url)
    let tables = try database.rows(
      """
      SELECT m.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c \
      WHERE m.type = 'table' AND c.name = '_preset' AND c.type = 'TEXT'
      """
    ).joined()
    let triggers = try database.rows(
      "SELECT name, sql FROM sqlite_master WHERE name LIKE '_perennial_presets_row.%'")
    var statements = triggers.map { "DROP TRIGGER \"\($0[0])\"" }
    for (table, preset, stamps) in tables.map({ ("\"\($0)\"", "_preset", "_stamps") })
      + [("_perennial_presets", "preset", "stamps")]
    {
      statements.append("ALTER TABLE \(table) ADD COLUMN \(stamps) TEXT")
      statements.append(
        """
        UPDATE \(table) SET \(stamps) = json_extract(\(preset), '$[1]'), \
        \(preset) = json_extract(\(preset), '$[0]') WHERE \(preset) IS NOT NULL
        """)
    }
    statements += triggers.map {
      $0[1].replacingOccurrences(of: "preset, time)", with: "preset, time, stamps)")
        .replacingOccurrences(of: "<< 16)); END", with: "<< 16), old._stamps); END")
    }
    statements.append("UPDATE _perennial_metadata SET value = '4' WHERE key = 'format'")
    try database.run("BEGIN; \(statements.joined(separator: "; ")); COMMIT")
  }

  /// Returns the preset metadata of a file in format 4: of the rows of a table, and of the deleted
  /// presets.
  static func rows(_ url: URL, of table: String) throws -> [[String]] {
    try RawDatabase(url).rows(
      """
      SELECT _pk, _preset, _stamps FROM "\(table)" WHERE _preset IS NOT NULL \
      UNION ALL SELECT pk, preset, stamps FROM _perennial_presets ORDER BY 1
      """)
  }

  /// The same, of a file of the present format.
  static func presentRows(_ url: URL, of table: String) throws -> [[String]] {
    try RawDatabase(url).rows(
      """
      SELECT _pk, json_extract(_preset, '$[0]'), json_extract(_preset, '$[1]') \
      FROM "\(table)" WHERE _preset IS NOT NULL UNION ALL \
      SELECT pk, json_extract(preset, '$[0]'), json_extract(preset, '$[1]') \
      FROM _perennial_presets ORDER BY 1
      """)
  }

  static func format(_ url: URL) throws -> String? {
    try RawDatabase(url).value("SELECT value FROM _perennial_metadata WHERE key = 'format'")
  }
}
