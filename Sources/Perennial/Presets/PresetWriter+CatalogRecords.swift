import Foundation

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
