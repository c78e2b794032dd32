import Crypto
public import Foundation

/// The files of assets of a hub's database: `ACCOUNT/ZONE/CHECKSUM`.
///
/// A file gets its name when all of its bytes are on the disk. So a file with a checksum as its name is complete.
public struct AssetFolder: Sendable {
  /// The folder.
  public let url: URL

  /// The folder of a database: the file's name with `-assets`.
  public init(besideDatabaseAt database: URL) {
    url = URL(fileURLWithPath: database.path + "-assets", isDirectory: true)
  }

  /// A folder that several hubs may share.
  public init(at url: URL) { self.url = url }

  /// Returns the file of an asset.
  func file(_ checksum: String, of key: ZoneKey) -> URL {
    folder(of: key.account).appendingPathComponent(key.name, isDirectory: true)
      .appendingPathComponent(checksum)
  }

  /// Returns `true` if the file of an asset is there with all of its bytes.
  func contains(_ checksum: String, bytes: Int64, of key: ZoneKey) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: file(checksum, of: key).path)
    return (attributes?[.size] as? NSNumber)?.int64Value == bytes
  }

  /// Returns the sizes of the complete files of a zone, by checksum.
  func sizes(of key: ZoneKey) throws -> [String: Int64] {
    let folder = folder(of: key.account).appendingPathComponent(key.name, isDirectory: true)
    var sizes: [String: Int64] = [:]
    for name in try contents(of: folder) {
      let attributes = try? FileManager.default.attributesOfItem(
        atPath: folder.appendingPathComponent(name).path)
      sizes[name] = (attributes?[.size] as? NSNumber)?.int64Value
    }
    return sizes
  }

  /// Returns the SHA-256 digest of an asset's file, as checksums are written; nil if it cannot be read.
  func digest(of checksum: String, of key: ZoneKey) -> String? {
    guard let file = try? FileHandle(forReadingFrom: file(checksum, of: key)) else { return nil }
    defer { try? file.close() }
    var hash = SHA256()
    do {
      while let bytes = try file.read(upToCount: 1 << 20), !bytes.isEmpty {
        hash.update(data: bytes)
      }
    } catch { return nil }
    return hash.finalize().hexadecimal
  }

  private func folder(of account: Account.ID) -> URL {
    url.appendingPathComponent(String(account), isDirectory: true)
  }

  private var incoming: URL { url.appendingPathComponent("incoming", isDirectory: true) }

  /// Creates an empty file for bytes that arrive.
  func newFile() throws -> IncomingAsset {
    try FileManager.default.createDirectory(
      at: incoming, withIntermediateDirectories: true,
      attributes: [.posixPermissions: NSNumber(value: 0o700)])
    return try IncomingAsset(at: incoming.appendingPathComponent(UUID().uuidString))
  }

  /// Gives a complete file its name.
  func keep(_ incoming: URL, as checksum: String, of key: ZoneKey) throws {
    let target = file(checksum, of: key)
    let folder = target.deletingLastPathComponent()
    if !FileManager.default.fileExists(atPath: folder.path) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for parent in [url, self.folder(of: key.account)] { try DurableFile.sync(parent) }
    }
    try DurableFile.move(incoming, to: target)
  }

  /// Removes the file of an asset, if it is there.
  func remove(_ checksum: String, of key: ZoneKey) throws {
    let file = file(checksum, of: key)
    if FileManager.default.fileExists(atPath: file.path) {
      try FileManager.default.removeItem(at: file)
    }
  }

  /// Removes all files of a zone.
  func remove(_ key: ZoneKey) throws {
    let folder = folder(of: key.account).appendingPathComponent(key.name, isDirectory: true)
    if FileManager.default.fileExists(atPath: folder.path) {
      try FileManager.default.removeItem(at: folder)
    }
  }

  /// Removes all files of an account.
  public func remove(_ account: Account.ID) throws {
    let folder = folder(of: account)
    if FileManager.default.fileExists(atPath: folder.path) {
      try FileManager.default.removeItem(at: folder)
    }
  }

  /// Removes incomplete files, and those of accounts that were removed while the hub ended.
  func sweep(keeping accounts: [Account]) throws {
    let kept = Set(accounts.map { String($0.id) })
    for name in try contents(of: url) where !kept.contains(name) {
      try FileManager.default.removeItem(at: url.appendingPathComponent(name))
    }
  }

  /// Copies all complete files that another folder does not have.
  public func copy(to target: AssetFolder) throws {
    let files = FileManager.default
    for account in try contents(of: url) where Account.ID(account) != nil {
      let zones = url.appendingPathComponent(account, isDirectory: true)
      for zone in try contents(of: zones) {
        let source = zones.appendingPathComponent(zone, isDirectory: true)
        let folder = target.url.appendingPathComponent(account, isDirectory: true)
          .appendingPathComponent(zone, isDirectory: true)
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in try contents(of: source) {
          let copy = folder.appendingPathComponent(name)
          if files.fileExists(atPath: copy.path) { continue }
          let file = source.appendingPathComponent(name)
          do { try files.copyItem(at: file, to: copy) } catch {
            // The hub has removed an unused asset meanwhile.
            if files.fileExists(atPath: file.path) { throw error }
            continue
          }
          try DurableFile.sync(copy)
        }
        try DurableFile.sync(folder)
      }
    }
  }

  private func contents(of folder: URL) throws -> [String] {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }
}

/// A file whose bytes arrive, with their checksum.
///
/// It is used by one request only, piece after piece.
final class IncomingAsset {
  let url: URL
  private(set) var count: Int64 = 0
  private let handle: FileHandle
  private var hash = SHA256()

  init(at url: URL) throws {
    guard
      FileManager.default.createFile(
        atPath: url.path, contents: nil,
        attributes: [.posixPermissions: NSNumber(value: 0o600)])
    else { throw HubStorageError(.fileFailure, "\(url.path) cannot be created.") }
    self.url = url
    handle = try FileHandle(forWritingTo: url)
  }

  func append(_ bytes: Data) throws {
    try handle.write(contentsOf: bytes)
    hash.update(data: bytes)
    count += Int64(bytes.count)
  }

  /// Waits until the bytes are on the disk.
  ///
  /// - Returns: The checksum: 64 hexadecimal digits in lower case.
  func finish() throws -> String {
    try handle.synchronize()
    try handle.close()
    return hash.finalize().hexadecimal
  }

  /// Removes the file, unless it has got its name.
  func discard() {
    try? handle.close()
    try? FileManager.default.removeItem(at: url)
  }
}

extension SHA256.Digest {
  /// The digest as 64 hexadecimal digits in lower case.
  fileprivate var hexadecimal: String {
    map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
