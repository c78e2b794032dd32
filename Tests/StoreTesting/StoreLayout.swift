public import Foundation

/// The layout of a store, without its objects.
public struct StoreLayout: Equatable {
  private let structure: [String]
  private let programs: [[String]]
  private let entities: [[String]]
  private let metadata: [[String]]

  /// - Parameter url: The file, of which a copy is looked at.
  public init(_ url: URL) throws {
    let directory = try ScratchDirectory()
    let copy = directory.file("copy.store")
    try FileManager.default.copyItem(at: url, to: copy)
    let database = try RawDatabase(copy)
    structure = try database.structure()
    programs = try database.rows(
      """
      SELECT sql FROM sqlite_master WHERE type = 'trigger' OR sql LIKE 'CREATE VIRTUAL%' \
      ORDER BY name
      """)
    entities = try database.rows(
      "SELECT name, checksum, description FROM _perennial_entities ORDER BY name")
    // A store has the number of transactions without an entry as soon as there is one.
    metadata = try database.rows(
      """
      SELECT key, CASE WHEN key IN ('identifier', 'device', 'place', 'clock') THEN '' ELSE value END \
      FROM _perennial_metadata WHERE key <> 'unentered_commits' \
      ORDER BY key
      """)
  }
}

extension RawDatabase {
  /// Columns, keys and indices of all tables, regardless of how they came about.
  public func structure() throws -> [String] {
    var lines: [String] = []
    let tables = try rows(
      "SELECT name, strict, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' "
        + "AND name NOT LIKE 'sqlite%'"
    )
    for table in tables {
      let name = table[0]
      lines.append("table \(table.joined(separator: " "))")
      let quoted = "'\(name.replacing("'", with: "''"))'"
      lines += try rows("SELECT name, type, \"notnull\", pk FROM pragma_table_xinfo(\(quoted))")
        .map { "column \(name) \($0.joined(separator: " "))" }
      lines += try rows(
        "SELECT \"from\", \"table\", \"to\", on_delete FROM pragma_foreign_key_list(\(quoted))"
      ).map { "key \(name) \($0.joined(separator: " "))" }
      for index in try rows(
        "SELECT name, \"unique\", origin FROM pragma_index_list(\(quoted)) WHERE origin = 'c'"
      ) {
        let columns = try rows("SELECT name FROM pragma_index_info('\(index[0])') ORDER BY seqno")
        lines.append(
          "index \(name) \(index.joined(separator: " ")) on \(columns.joined().joined(separator: ","))"
        )
      }
    }
    return lines.sorted()
  }
}
