import Foundation
import PerennialRecords

/// The bytes of assets that are sent or received, or that no row has any longer: files with the checksums as their
/// names, in a folder beside the store.
///
/// The files can be lost: their bytes are checked before each use, and are read or requested again.
final class AssetFiles: Sendable {
  let folder: URL
  private let isTemporary: Bool

  /// Creates the folder's description. The folder itself is created with its first file.
  ///
  /// - Parameter path: The path of the store's file; nil for a store in memory, whose folder is temporary.
  init(besideStoreAt path: String?) {
    isTemporary = path == nil
    folder =
      path.map { URL(fileURLWithPath: $0 + "-assets", isDirectory: true) }
      ?? FileManager.default.temporaryDirectory
      .appendingPathComponent("perennial-assets-\(UUID().uuidString)", isDirectory: true)
  }

  deinit { if isTemporary { removeAll() } }

  func file(of asset: RecordAsset) -> URL { folder.appendingPathComponent(asset.checksum) }

  /// Returns `true` if a file with the size of the asset is there.
  func contains(_ asset: RecordAsset) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file(of: asset).path)
    return (attributes?[.size] as? NSNumber)?.intValue == asset.byteCount
  }

  /// Returns the bytes of an asset; nil if they are not here. A file with other bytes is removed.
  func read(_ asset: RecordAsset) -> Data? {
    guard contains(asset), let data = try? Data(contentsOf: file(of: asset)) else { return nil }
    if SHA256.hash(of: data) == asset.checksum { return data }
    remove(asset)
    return nil
  }

  /// Creates the folder, unless it exists.
  func makeFolder() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Writes the file of an asset. Does nothing if it is there.
  func write(_ data: Data, as asset: RecordAsset) throws {
    if contains(asset) { return }
    try makeFolder()
    try data.write(to: file(of: asset), options: .atomic)
  }

  /// Gives a file that never changes a second name, or copies it. Does nothing if the asset is there.
  ///
  /// - Returns: `false` if there is no such file, or no longer.
  func link(_ path: String, as asset: RecordAsset) throws -> Bool {
    if contains(asset) { return true }
    let files = FileManager.default
    guard files.fileExists(atPath: path) else { return false }
    try makeFolder()
    let target = file(of: asset).path
    try? files.removeItem(atPath: target)
    do { try files.linkItem(atPath: path, toPath: target) } catch {
      do { try files.copyItem(atPath: path, toPath: target) } catch {
        // A save of the app can remove it at any time.
        guard files.fileExists(atPath: path) else { return false }
        throw error
      }
    }
    return contains(asset)
  }

  func remove(_ asset: RecordAsset) {
    try? FileManager.default.removeItem(at: file(of: asset))
  }

  /// Removes the folder with all files.
  func removeAll() { try? FileManager.default.removeItem(at: folder) }

  /// Removes the files, also incomplete ones, of all assets except for some.
  ///
  /// - Parameter isKept: Returns `true` for the checksum of an asset that is kept.
  func sweep(isKept: (String) throws -> Bool) rethrows {
    let files = FileManager.default
    guard let names = try? files.contentsOfDirectory(atPath: folder.path) else { return }
    var count = 0
    for name in names {
      if try isKept(String(name.prefix { $0 != "." })) {
        count += 1
      } else {
        try? files.removeItem(at: folder.appendingPathComponent(name))
      }
    }
    if count == 0 { removeAll() }
  }
}
