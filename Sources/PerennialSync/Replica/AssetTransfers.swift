import Foundation
import Perennial
import PerennialRecords

/// The bytes of assets on their way to the hub and from it.
struct AssetTransfers {
  let sync: SyncTransaction
  let contents: AssetContents
  let missing: MissingAssetTable
  let presets: PresetRows

  /// Makes the bytes of assets readable as files.
  ///
  /// - Returns: The files, and the assets whose bytes this device does not have.
  func stage(
    _ assets: Set<RecordAsset>, of records: [Record]
  ) throws -> (files: [RecordAsset: URL], lacking: Set<RecordAsset>) {
    var lacking: Set<RecordAsset> = []
    for asset in assets where !contents.files.contains(asset) {
      let paths = try contents.externalFiles(of: asset)
      if try paths.contains(where: { try contents.files.link($0, as: asset) }) { continue }
      lacking.insert(asset)
    }
    for record in records where !lacking.isDisjoint(with: record.state.assets) {
      for (column, stored) in try columns(of: record.name) {
        guard let asset = try contents.recordValue(stored, column).asset, lacking.contains(asset)
        else {
          continue
        }
        try contents.stage(stored, column, as: asset)
        if contents.files.contains(asset) { lacking.remove(asset) }
      }
    }
    let files = assets.subtracting(lacking).map { ($0, contents.files.file(of: $0)) }
    return (Dictionary(files, uniquingKeysWith: { first, _ in first }), lacking)
  }

  /// Returns the columns of a record's row with their contents, and the catalog's values beside edited ones.
  private func columns(
    of name: RecordName
  ) throws -> [(column: SyncedEntity.Column, stored: ColumnContent)] {
    guard let location = try sync.locate(name) else { return [] }
    var columns = Array(zip(location.entity.columns, try sync.values(of: location)))
    guard let cells = try presets.row(name)?.metadata.stamps.cells else { return columns }
    for column in location.entity.columns where column.takesAssets && !column.property.isExternal {
      guard let cell = cells[column.property.name] else { continue }
      for value in [cell.base, cell.theirs].compactMap(\.self) {
        columns.append((column, .value(value)))
      }
    }
    return columns
  }

  /// Returns the assets that the rows of records will show and whose bytes this device does not have.
  func lacking(of records: [Record]) throws -> Set<RecordAsset> {
    var lacking: Set<RecordAsset> = []
    for record in records where record.state.deletion?.isDeleted != true {
      guard let entity = sync.schema.entity(ofType: record.type) else { continue }
      let state = record.state
      let values = entity.columns.filter(\.takesAssets).map { column in
        state.edits[column.field]?.value ?? state.catalogVersion?.values[column.field]
      }
      var shown = try Set(values.compactMap { $0?.asset }).filter {
        try !contents.files.contains($0) && contents.externalFiles(of: $0).isEmpty
      }
      if shown.isEmpty { continue }
      for (column, stored) in try columns(of: record.name) {
        if let asset = try contents.recordValue(stored, column).asset { shown.remove(asset) }
      }
      lacking.formUnion(shown)
    }
    return lacking
  }

  /// Returns the file for the bytes of an asset that is received.
  func file(for asset: RecordAsset) throws -> URL {
    try contents.files.makeFolder()
    return contents.files.file(of: asset)
  }

  /// Forgets the bytes of an asset that are not those of its checksum.
  func discard(_ asset: RecordAsset) throws {
    contents.files.remove(asset)
    try sync.connection.run(
      "DELETE FROM \(SyncTables.checksums) WHERE checksum = ?", [.text(asset.checksum)])
  }

  /// Removes the files of assets that nothing waits for.
  func sweep() throws {
    try missing.sweep()
    try contents.files.sweep(isKept: contents.isMentioned)
  }
}
