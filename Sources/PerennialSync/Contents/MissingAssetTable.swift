import Perennial
import PerennialRecords
import PerennialReplication

// Assets whose bytes are on no reachable device: a hub that was restored can have lost them. The row shows its former
// value until they arrive, and counts as having the asset. So the former value is no edit.

/// The assets that rows should show and whose bytes are not on this device, in their table.
final class MissingAssetTable {
  /// An asset that a row should show.
  struct MissingAsset {
    let name: RecordName
    let field: String
    let asset: RecordAsset
    /// The value that the row shows instead, in its JSON form.
    let shown: String
  }

  private let sync: SyncTransaction
  private let assets: AssetContents
  private let table: SparseTable

  private var connection: Connection { sync.connection }

  init(_ sync: SyncTransaction, _ assets: AssetContents) {
    (self.sync, self.assets) = (sync, assets)
    table = SparseTable(SyncTables.missingAssets, sync)
  }

  /// Forgets what was read of the table, because it was cleared.
  func clear() { table.forget() }

  /// Returns the missing assets of a record by field, or of all records.
  func all(of name: RecordName?) throws -> [MissingAsset] {
    var found: [MissingAsset] = []
    try connection.rows(
      """
      SELECT name, field, checksum, bytes, shown FROM \(SyncTables.missingAssets) \
      WHERE ?1 IS NULL OR name = ?1 ORDER BY name, field
      """, [name.map { .text($0.rawValue) } ?? .null]
    ) { row in
      let (name, field, checksum) = (RecordName(row.string()), row.string(), row.string())
      guard let asset = RecordAsset(checksum: checksum, byteCount: Int(row.int64())) else { return }
      found.append(MissingAsset(name: name, field: field, asset: asset, shown: row.string()))
    }
    return found
  }

  /// Returns the content of a row with the assets that it should show.
  func completed(_ content: RowContent, of name: RecordName) throws -> RowContent {
    if try table.isEmpty { return content }
    var content = content
    for missing in try all(of: name) {
      try sync.replace(missing.shown, by: .asset(missing.asset), in: missing.field, of: &content)
    }
    return content
  }

  /// Notes that a row shows a former value, because the bytes of an asset are missing.
  func note(
    _ asset: RecordAsset, missingIn field: String, of name: RecordName, shows value: RecordValue
  ) throws {
    let isNew = try !all(of: name).contains { $0.field == field && $0.asset == asset }
    table.noteRow()
    try connection.run(
      """
      INSERT OR REPLACE INTO \(SyncTables.missingAssets) (name, field, checksum, bytes, shown) \
      VALUES (?, ?, ?, ?, ?)
      """,
      [
        .text(name.rawValue), .text(field), .text(asset.checksum),
        .integer(Int64(asset.byteCount)), .text(try sync.encode(value)),
      ])
    guard isNew else { return }
    sync.transaction.warn(
      "\(connection.path): \(name.rawValue) shows a former value of “\(field)”, because the hub "
        + "does not have the \(asset.byteCount) bytes of its asset")
  }

  /// Forgets that an asset is missing, because the row shows it or another value.
  ///
  /// - Parameter field: The field; nil for all of the record.
  func forget(_ name: RecordName, in field: String? = nil) throws {
    if try table.isEmpty { return }
    try connection.run(
      "DELETE FROM \(SyncTables.missingAssets) WHERE name = ?1 AND (?2 IS NULL OR field = ?2)",
      [.text(name.rawValue), field.map { .text($0) } ?? .null])
  }

  /// Takes the missing assets of an object to its new name.
  func rename(_ name: RecordName, to other: RecordName) throws {
    try table.rename(name, to: other)
  }

  /// Writes the rows whose missing assets have been received.
  func writeReceived() throws {
    for (missing, location, column) in try awaited() {
      guard let bytes = try assets.bytes(of: missing.asset),
        let value = column.value(ofAsset: bytes)
      else { continue }
      try sync.write([(column, value)], to: location)
      sync.changes.update(
        location.key, mask: column.property.mask, of: location.entity.containerEntity)
      try forget(missing.name, in: missing.field)
    }
  }

  /// Forgets missing assets that no row waits for any longer: the user has changed the value, or deleted the object.
  func sweep() throws { _ = try awaited() }

  /// Returns the missing assets with the places that wait for them, and forgets the others.
  private func awaited() throws -> [(MissingAsset, RowLocation, SyncedEntity.Column)] {
    if try table.isEmpty { return [] }
    var awaited: [(MissingAsset, RowLocation, SyncedEntity.Column)] = []
    for missing in try all(of: nil) {
      if let location = try sync.locate(missing.name),
        let number = location.entity.columns.firstIndex(where: { $0.field == missing.field }),
        case let column = location.entity.columns[number],
        try sync.encode(assets.recordValue(sync.values(of: location)[number], column))
          == missing.shown
      {
        awaited.append((missing, location, column))
      } else {
        try forget(missing.name, in: missing.field)
      }
    }
    return awaited
  }
}
