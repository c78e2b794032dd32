package import Foundation
import Perennial
package import PerennialRecords
import PerennialReplication

// Large values. In records they are assets, and in rows they are the bytes.

extension StoreReplica {
  // MARK: Reading

  /// Returns the value that a record has for a column.
  func recordValue(_ stored: StoredValue, _ column: SyncedEntity.Column) throws -> RecordValue {
    switch stored {
    case .file(let name, let path):
      if !column.isUnique, let known = try knownAsset(inFile: name) { return .asset(known) }
      guard let data = FileManager.default.contents(atPath: path) else { return .null }
      let value = SQLValue.blob(ExternalColumn.inlined(data))
      guard let bytes = column.assetBytes(value), let asset = Self.asset(of: bytes) else {
        return RecordValue(value, column.kind)
      }
      try connection.run(
        "INSERT OR REPLACE INTO \(SyncTables.checksums) (file, checksum, bytes) VALUES (?, ?, ?)",
        [.text(name), .text(asset.checksum), .integer(Int64(asset.byteCount))])
      return .asset(asset)
    case .value(let value):
      guard let bytes = column.assetBytes(value) else { return RecordValue(value, column.kind) }
      return Self.asset(of: bytes).map { .asset($0) } ?? .null
    }
  }

  private static func asset(of bytes: Data) -> RecordAsset? {
    RecordAsset(checksum: SHA256.hash(of: bytes), byteCount: bytes.count)
  }

  /// Returns the asset in an external file whose checksum was computed before.
  private func knownAsset(inFile name: String) throws -> RecordAsset? {
    var known: RecordAsset?
    try connection.rows(
      "SELECT checksum, bytes FROM \(SyncTables.checksums) WHERE file = ?", [.text(name)]
    ) { row in
      let checksum = row.string()
      known = RecordAsset(checksum: checksum, byteCount: Int(row.int64()))
    }
    return known
  }

  // MARK: The bytes of assets

  /// Returns the bytes of an asset; nil if this device does not have them.
  func bytes(of asset: RecordAsset) throws -> Data? {
    if let data = assetFiles.read(asset) { return data }
    for path in try externalFiles(of: asset) {
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      if SHA256.hash(of: data) == asset.checksum { return data }
    }
    return nil
  }

  /// Returns the paths of external files that have the bytes of an asset.
  private func externalFiles(of asset: RecordAsset) throws -> [String] {
    let directory = ExternalColumn.directory(of: connection.handle)
    if directory.isEmpty { return [] }
    var paths: [String] = []
    try connection.rows(
      "SELECT file FROM \(SyncTables.checksums) WHERE checksum = ?", [.text(asset.checksum)]
    ) { paths.append("\(directory)/\($0.string())") }
    return paths.filter { FileManager.default.fileExists(atPath: $0) }
  }

  /// Makes the bytes of a column readable as a file.
  private func stage(_ stored: StoredValue, _ column: SyncedEntity.Column, as asset: RecordAsset)
    throws
  {
    switch stored {
    case .file(_, let path): _ = try assetFiles.link(path, as: asset)
    case .value(let value):
      guard let bytes = column.assetBytes(value) else { return }
      try assetFiles.write(Data(bytes), as: asset)
    }
  }

  package func stageAssets(
    _ assets: Set<RecordAsset>, of records: [Record]
  ) throws -> (files: [RecordAsset: URL], lacking: Set<RecordAsset>) {
    var lacking: Set<RecordAsset> = []
    for asset in assets where !assetFiles.contains(asset) {
      let paths = try externalFiles(of: asset)
      if try paths.contains(where: { try assetFiles.link($0, as: asset) }) { continue }
      lacking.insert(asset)
    }
    for record in records where !lacking.isDisjoint(with: record.state.assets) {
      for (column, stored) in try columns(of: record.name) {
        guard let asset = try recordValue(stored, column).asset, lacking.contains(asset) else {
          continue
        }
        try stage(stored, column, as: asset)
        if assetFiles.contains(asset) { lacking.remove(asset) }
      }
    }
    let files = assets.subtracting(lacking).map { ($0, assetFiles.file(of: $0)) }
    return (Dictionary(files, uniquingKeysWith: { first, _ in first }), lacking)
  }

  /// Returns the columns of a record's row with their contents, and the catalog's values beside edited ones.
  private func columns(
    of name: RecordName
  ) throws -> [(column: SyncedEntity.Column, stored: StoredValue)] {
    guard let place = try locate(name) else { return [] }
    var columns = Array(zip(place.entity.columns, try values(of: place)))
    guard let cells = try presetRow(name)?.metadata.stamps.cells else { return columns }
    for column in place.entity.columns where column.takesAssets && !column.property.isExternal {
      guard let cell = cells[column.property.name] else { continue }
      for value in [cell.base, cell.theirs].compactMap(\.self) {
        columns.append((column, .value(value)))
      }
    }
    return columns
  }

  package func lackingAssets(of records: [Record]) throws -> Set<RecordAsset> {
    var lacking: Set<RecordAsset> = []
    for record in records where record.state.life?.isDeleted != true {
      guard let entity = schema.entity(ofType: record.type) else { continue }
      let state = record.state
      let values = entity.columns.filter(\.takesAssets).map { column in
        state.cells[column.field]?.value ?? state.edition?.values[column.field]
      }
      var shown = try Set(values.compactMap { $0?.asset }).filter {
        try !assetFiles.contains($0) && externalFiles(of: $0).isEmpty
      }
      if shown.isEmpty { continue }
      for (column, stored) in try columns(of: record.name) {
        if let asset = try recordValue(stored, column).asset { shown.remove(asset) }
      }
      lacking.formUnion(shown)
    }
    return lacking
  }

  package func fileForAsset(_ asset: RecordAsset) throws -> URL {
    try assetFiles.makeFolder()
    return assetFiles.file(of: asset)
  }

  package func discardAsset(_ asset: RecordAsset) throws {
    assetFiles.remove(asset)
    try connection.run(
      "DELETE FROM \(SyncTables.checksums) WHERE checksum = ?", [.text(asset.checksum)])
  }

  // MARK: Bytes that no row has any longer

  /// Keeps the bytes of a value that a change of the hub replaces, if unsent changes or a conflict mention it: the hub
  /// may not have them.
  func preserve(_ stored: StoredValue, _ column: SyncedEntity.Column) throws {
    guard let asset = try recordValue(stored, column).asset, try isMentioned(asset.checksum) else {
      return
    }
    try stage(stored, column, as: asset)
  }

  private func isMentioned(_ checksum: String) throws -> Bool {
    try !connection.integers(
      """
      SELECT 1 FROM \(SyncTables.records) WHERE (is_offered = 1 OR stash IS NOT NULL) \
      AND instr(stash, ?1) > 0 UNION ALL \
      SELECT 1 FROM \(SyncTables.conflicts) WHERE instr(conflict, ?1) > 0 UNION ALL \
      SELECT 1 FROM \(SyncTables.missingAssets) WHERE checksum = ?1 LIMIT 1
      """, [.text(checksum)]
    ).isEmpty
  }

  package func sweepAssets() throws {
    try sweepMissingAssets()
    try assetFiles.sweep(isKept: isMentioned)
  }
}

extension StoreReplica: AssetStore {}
