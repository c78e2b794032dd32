/// The version of a catalog that was applied to a store.
package struct AppliedCatalog: Sendable, Equatable {
  /// Nil for a catalog without versions, which is identified by its fingerprint.
  package let version: Int?
  /// A hash of the catalog's contents.
  package let fingerprint: String
  /// The fingerprint of a catalog that has to be applied again, because sync has undone the deletion of a preset.
  package static let incomplete = "incomplete"

  package init(version: Int?, fingerprint: String) {
    self.version = version
    self.fingerprint = fingerprint
  }

  /// Returns `true` if this version of the catalog, or a later one, was applied completely.
  package func hasApplied(version: Int) -> Bool {
    guard let applied = self.version else { return false }
    return applied == version ? fingerprint != Self.incomplete : applied > version
  }

  /// Returns the versions of all catalogs of a store, by name.
  ///
  /// - Throws: ``SwiftDataError/storeFailure`` also if the rest of a record is not JSON. SQLite tells that faster than the
  ///   rest is decoded.
  package static func all(on connection: Connection) throws -> [String: AppliedCatalog] {
    guard try PresetTables.exist(on: connection) else { return [:] }
    var found: [String: AppliedCatalog] = [:]
    var areIntact = true
    try connection.rows(
      "SELECT name, version, fingerprint, json_valid(contents) FROM \(PresetTables.catalogs)"
    ) { row in
      let name = row.string()
      found[name] = AppliedCatalog(&row)
      areIntact = row.int64() == 1 && areIntact
    }
    // The error names the record.
    if !areIntact { _ = try CatalogRecord.all(on: connection) }
    return found
  }

  /// Reads the columns `version` and `fingerprint`.
  init(_ row: inout _Storage.Row) {
    version = if case .integer(let number) = row.value() { Int(number) } else { nil }
    fingerprint = row.string()
  }
}
