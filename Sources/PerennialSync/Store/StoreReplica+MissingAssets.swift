import Foundation
import Perennial
package import PerennialRecords
import PerennialReplication

// Assets whose bytes are on no reachable device: a hub that was restored can have lost them. The row shows its former
// value until they arrive, and counts as having the asset. So the former value is no edit.

extension StoreReplica {
  /// An asset that a row should show.
  struct MissingAsset {
    let name: RecordName
    let field: String
    let asset: RecordAsset
    /// The value that the row shows instead, in its JSON form.
    let shown: String
  }

  /// Returns the missing assets of a record by field, or of all records.
  private func missing(of name: RecordName?) throws -> [MissingAsset] {
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

  package var missingAssets: Set<RecordAsset> {
    get throws { Set(try missing(of: nil).map(\.asset)) }
  }

  package func isMissingAsset(of name: RecordName) throws -> Bool {
    try !missing(of: name).isEmpty
  }

  /// Returns the content of a row with the assets that it should show.
  func completed(_ content: RowContent, of name: RecordName) throws -> RowContent {
    guard try hasMissingAssets else { return content }
    var content = content
    for missing in try missing(of: name) {
      guard let value = content.values[missing.field], try encode(value) == missing.shown else {
        continue
      }
      content.values[missing.field] = .asset(missing.asset)
    }
    return content
  }

  private var hasMissingAssets: Bool {
    get throws {
      if let known = knowsMissingAssets { return known }
      let has = try !connection.integers(
        "SELECT 1 FROM \(SyncTables.missingAssets) LIMIT 1"
      ).isEmpty
      knowsMissingAssets = has
      return has
    }
  }

  /// Notes that a row shows a former value, because the bytes of an asset are missing.
  func note(
    _ asset: RecordAsset, missingIn field: String, of name: RecordName, shows value: RecordValue
  ) throws {
    let isNew = try !missing(of: name).contains { $0.field == field && $0.asset == asset }
    knowsMissingAssets = true
    try connection.run(
      """
      INSERT OR REPLACE INTO \(SyncTables.missingAssets) (name, field, checksum, bytes, shown) \
      VALUES (?, ?, ?, ?, ?)
      """,
      [
        .text(name.rawValue), .text(field), .text(asset.checksum),
        .integer(Int64(asset.byteCount)), .text(try encode(value)),
      ])
    guard isNew else { return }
    transaction.warn(
      "\(connection.path): \(name.rawValue) shows a former value of “\(field)”, because the hub "
        + "does not have the \(asset.byteCount) bytes of its asset")
  }

  /// Forgets that an asset is missing, because the row shows it or another value.
  ///
  /// - Parameter field: The field; nil for all of the record.
  func forgetMissingAsset(of name: RecordName, in field: String? = nil) throws {
    guard try hasMissingAssets else { return }
    try connection.run(
      "DELETE FROM \(SyncTables.missingAssets) WHERE name = ?1 AND (?2 IS NULL OR field = ?2)",
      [.text(name.rawValue), field.map { .text($0) } ?? .null])
  }

  /// Takes the missing assets of an object to its new name.
  func renameMissingAssets(of name: RecordName, to other: RecordName) throws {
    try connection.run(
      "UPDATE \(SyncTables.missingAssets) SET name = ? WHERE name = ?",
      [.text(other.rawValue), .text(name.rawValue)])
  }

  package func showReceivedAssets() throws {
    for (missing, place, column) in try awaitedAssets() {
      guard let bytes = try bytes(of: missing.asset), let value = column.value(ofAsset: bytes)
      else { continue }
      try write([(column, value)], to: place)
      changes.update(place.key, column.property.mask, place.entity.entity)
      try forgetMissingAsset(of: missing.name, in: missing.field)
    }
  }

  /// Forgets missing assets that no row waits for any longer: the user has changed the value, or deleted the object.
  func sweepMissingAssets() throws { _ = try awaitedAssets() }

  /// Returns the missing assets with the places that wait for them, and forgets the others.
  private func awaitedAssets() throws -> [(MissingAsset, Place, SyncedEntity.Column)] {
    guard try hasMissingAssets else { return [] }
    var awaited: [(MissingAsset, Place, SyncedEntity.Column)] = []
    for missing in try missing(of: nil) {
      if let place = try locate(missing.name),
        let number = place.entity.columns.firstIndex(where: { $0.field == missing.field }),
        case let column = place.entity.columns[number],
        try encode(recordValue(values(of: place)[number], column)) == missing.shown
      {
        awaited.append((missing, place, column))
      } else {
        try forgetMissingAsset(of: missing.name, in: missing.field)
      }
    }
    return awaited
  }
}
