import Foundation

/// What a store says of a catalog that was applied to it.
package struct CatalogRecord: Sendable, Equatable {
  /// Nil for a catalog without versions, which is told by its fingerprint.
  package var version: Int?
  /// A hash of what the catalog had.
  package var fingerprint: String
  /// For each entity, the properties that the catalog has values for, and not the user.
  package var fields: [String: [String]]

  package init(version: Int?, fingerprint: String, fields: [String: [String]]) {
    self.version = version
    self.fingerprint = fingerprint
    self.fields = fields
  }

  /// All catalogs of a store, by name.
  static func all(on connection: Connection) throws -> [String: CatalogRecord] {
    guard try PresetTables.exist(on: connection) else { return [:] }
    var found: [String: CatalogRecord] = [:]
    try connection.rows(
      "SELECT name, version, fingerprint, contents FROM \(PresetTables.catalogs)"
    ) { row in
      let name = row.string()
      let version: Int? = if case .integer(let number) = row.value() { Int(number) } else { nil }
      let fingerprint = row.string()
      found[name] = CatalogRecord(
        version: version, fingerprint: fingerprint,
        fields: try fields(row.string(), of: name, in: connection.path))
    }
    return found
  }

  /// Reads what ``text(of:)`` writes.
  ///
  /// - Throws: `DecodingError`.
  static func fields(_ text: String) throws -> [String: [String]] {
    try JSONDecoder().decode([String: [String]].self, from: Data(text.utf8))
  }

  /// The text of the column `contents`: JSON, the same for the same fields.
  static func text(of fields: [String: [String]]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(fields), as: UTF8.self)
  }

  private static func fields(
    _ text: String, of catalog: String, in path: String
  ) throws -> [String: [String]] {
    do {
      return try fields(text)
    } catch {
      throw SwiftDataError.storeFailure.because(
        """
        \(path): the column contents of \(PresetTables.catalogs), which says what the catalog \
        “\(catalog)” has values for, is damaged: \(error). A backup of the store has it whole
        """)
    }
  }
}

extension [String: CatalogRecord] {
  /// Those of some fields that are a catalog's to say: to write the others is no edit.
  ///
  /// - Parameter preset: The catalog and the ID, with a slash between them.
  package func edits(_ written: Set<String>, of preset: String, _ entity: String) -> Set<String> {
    if written.isEmpty { return [] }
    let catalog = preset.prefix { $0 != "/" }
    guard let fields = self[String(catalog)]?.fields[entity] else { return written }
    return written.intersection(fields)
  }
}

extension PresetWriter {
  package func catalogRecords() throws -> [String: CatalogRecord] {
    try CatalogRecord.all(on: connection)
  }

  package func record(_ catalog: String, _ record: CatalogRecord) throws {
    try connection.run(
      """
      INSERT OR REPLACE INTO \(PresetTables.catalogs) \
      (name, version, fingerprint, applied, contents) VALUES (?, ?, ?, ?, ?)
      """,
      [
        .text(catalog), record.version.map { .integer(Int64($0)) } ?? .null,
        .text(record.fingerprint), .real(Date().timeIntervalSinceReferenceDate),
        .text(try CatalogRecord.text(of: record.fields)),
      ])
  }
}
