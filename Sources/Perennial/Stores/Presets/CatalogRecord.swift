import Foundation

/// A store's record of a catalog that was applied to it.
package struct CatalogRecord: Sendable, Equatable {
  package let applied: AppliedCatalog
  /// For each entity, the properties whose values the catalog provides. User properties are not listed.
  package let fields: [String: [String]]

  package init(_ applied: AppliedCatalog, fields: [String: [String]]) {
    self.applied = applied
    self.fields = fields
  }

  /// The version; nil for a catalog without versions.
  package var version: Int? { applied.version }

  /// Returns the records of all catalogs of a store, by name.
  package static func all(on connection: Connection) throws -> [String: CatalogRecord] {
    guard try PresetTables.exist(on: connection) else { return [:] }
    var found: [String: CatalogRecord] = [:]
    try connection.rows(
      "SELECT name, version, fingerprint, contents FROM \(PresetTables.catalogs)"
    ) { row in
      let name = row.string()
      found[name] = CatalogRecord(
        AppliedCatalog(&row), fields: try fields(row.string(), of: name, in: connection.path))
    }
    return found
  }

  /// Decodes a text in the form of ``text(of:)``.
  ///
  /// - Throws: `DecodingError`.
  static func fields(_ text: String) throws -> [String: [String]] {
    try JSONDecoder().decode([String: [String]].self, from: Data(text.utf8))
  }

  /// Returns the text of the column `contents`: JSON, always the same for the same fields.
  package static func text(of fields: [String: [String]]) throws -> String {
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
        \(path): the column contents of \(PresetTables.catalogs), which records the values of \
        the catalog “\(catalog)”, is damaged: \(error). Restore a backup of the store
        """)
    }
  }
}

extension [String: CatalogRecord] {
  /// Returns the written fields that count as edits: those whose values the catalog provides. If there is no
  /// record of the catalog or the entity, all written fields count.
  ///
  /// - Parameter preset: The catalog and the ID, with a slash between them.
  package func edits(_ written: Set<String>, of preset: String, _ entity: String) -> Set<String> {
    if written.isEmpty { return [] }
    let catalog = preset.prefix { $0 != "/" }
    guard let fields = self[String(catalog)]?.fields[entity] else { return written }
    return written.intersection(fields)
  }
}
