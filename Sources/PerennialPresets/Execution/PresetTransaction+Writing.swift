import Foundation
import Perennial
import PerennialRecords

// The writes of plans, besides those of the rows of presets.

extension PresetTransaction {
  // MARK: Records

  func write(_ record: CatalogRecord, of catalog: String) throws {
    try connection.run(
      """
      INSERT OR REPLACE INTO \(PresetTables.catalogs) \
      (name, version, fingerprint, applied, contents) VALUES (?, ?, ?, ?, ?)
      """,
      [
        .text(catalog), record.applied.version.map { .integer(Int64($0)) } ?? .null,
        .text(record.applied.fingerprint), .real(Date().timeIntervalSinceReferenceDate),
        .text(try CatalogRecord.text(of: record.fields)),
      ])
  }

  /// Records the time of a reset. It covers all earlier edits and deletions of the scope on any device.
  func write(_ reset: ResetRecord) throws {
    let stamp = try connection.stamp()
    try connection.run(
      "INSERT OR REPLACE INTO \(PresetTables.resets) (entity, pk, stamp, device) VALUES (?, ?, ?, ?)",
      [
        .text(reset.entityName), .integer(reset.key), .integer(stamp.time.rawValue),
        .integer(stamp.device.rawValue),
      ])
  }

  // MARK: Rows

  func write(_ metadata: PresetMetadata, to key: Int64, of entity: ContainerEntity) throws {
    let statement = try connection.statement(
      """
      UPDATE \(SQLName.quoted(entity.layout.tableName)) SET \(SQLName.preset) = ? WHERE _pk = ?
      """)
    try connection.run(statement) { binder in
      binder.bind(verbatim: metadata.text)
      binder.bind(key)
    }
  }

  /// Updates the other side of a one-to-one relationship, and the rows that had either side before.
  func pair(
    _ property: PropertyLayout, of key: Int64, with target: Int64, _ entity: ContainerEntity
  ) throws {
    guard let relationship = entity.table.oneToOne[property.index] else { return }
    changes.add(
      try OneToOnePairing(on: connection).pair(
        relationship, of: key, entity.layout, with: target == 0 ? nil : target))
  }
}
