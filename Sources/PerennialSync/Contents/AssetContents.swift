import Foundation
import Perennial
import PerennialRecords

// Large values. In records they are assets, and in rows they are the bytes.

/// The values of rows as records have them, and the bytes of assets on this device.
struct AssetContents {
  private let connection: Connection
  private let isReadOnly: Bool
  let files: AssetFiles

  init(_ sync: SyncTransaction, _ files: AssetFiles) {
    (connection, self.files) = (sync.connection, files)
    isReadOnly = sync.isReadOnly
  }

  // MARK: Values

  /// Returns the value that a record has for a column.
  func recordValue(_ stored: ColumnContent, _ column: SyncedEntity.Column) throws -> RecordValue {
    switch stored {
    case .file(let name, let path):
      if !column.isUnique, let known = try knownAsset(inFile: name) { return .asset(known) }
      guard let data = FileManager.default.contents(atPath: path) else { return .null }
      let value = SQLValue.blob(ExternalColumn.inlined(data))
      guard let bytes = column.assetBytes(value), let asset = Self.asset(of: bytes) else {
        return RecordValue(value, column.kind)
      }
      // A read transaction leaves the checksum to the next one that writes.
      if isReadOnly { return .asset(asset) }
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
    try connection.first(
      "SELECT checksum, bytes FROM \(SyncTables.checksums) WHERE file = ?", [.text(name)]
    ) { row in
      let checksum = row.string()
      return RecordAsset(checksum: checksum, byteCount: Int(row.int64()))
    }
  }

  // MARK: The bytes of assets

  /// Returns the bytes of an asset; nil if this device does not have them.
  func bytes(of asset: RecordAsset) throws -> Data? {
    if let data = files.read(asset) { return data }
    for path in try externalFiles(of: asset) {
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      if SHA256.hash(of: data) == asset.checksum { return data }
    }
    return nil
  }

  /// Returns the paths of external files that have the bytes of an asset.
  func externalFiles(of asset: RecordAsset) throws -> [String] {
    let directory = ExternalColumn.directory(of: connection.handle)
    if directory.isEmpty { return [] }
    let paths = try connection.map(
      "SELECT file FROM \(SyncTables.checksums) WHERE checksum = ?", [.text(asset.checksum)]
    ) { "\(directory)/\($0.string())" }
    return paths.filter { FileManager.default.fileExists(atPath: $0) }
  }

  /// Makes the bytes of a column readable as a file.
  func stage(_ stored: ColumnContent, _ column: SyncedEntity.Column, as asset: RecordAsset)
    throws
  {
    switch stored {
    case .file(_, let path): _ = try files.link(path, as: asset)
    case .value(let value):
      guard let bytes = column.assetBytes(value) else { return }
      try files.write(Data(bytes), as: asset)
    }
  }

  // MARK: Bytes that no row has any longer

  /// Keeps the bytes of a value that a change of the hub replaces, if unsent changes or a conflict mention it: the hub
  /// may not have them.
  func preserve(_ stored: ColumnContent, _ column: SyncedEntity.Column) throws {
    guard let asset = try recordValue(stored, column).asset, try isMentioned(asset.checksum) else {
      return
    }
    try stage(stored, column, as: asset)
  }

  /// Returns `true` if unsent changes, a conflict or a row that waits mention an asset.
  func isMentioned(_ checksum: String) throws -> Bool {
    try connection.hasRow(
      """
      SELECT 1 FROM \(SyncTables.records) WHERE (is_offered = 1 OR stash IS NOT NULL) \
      AND instr(stash, ?1) > 0 UNION ALL \
      SELECT 1 FROM \(SyncTables.conflicts) WHERE instr(conflict, ?1) > 0 UNION ALL \
      SELECT 1 FROM \(SyncTables.missingAssets) WHERE checksum = ?1 LIMIT 1
      """, [.text(checksum)]
    )
  }
}
