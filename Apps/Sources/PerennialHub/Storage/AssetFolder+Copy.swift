import Foundation

extension AssetFolder {
  /// Copies a file to another folder, and checks the digest of its bytes. A complete file of that folder stays.
  ///
  /// - Returns: `false` if the file is missing, or if its bytes have another digest or number.
  func copy(
    _ checksum: String, bytes: Int64, of key: ZoneKey, to target: AssetFolder
  ) throws -> Bool {
    if target.contains(checksum, bytes: bytes, of: key) { return true }
    let file = file(checksum, of: key)
    guard FileManager.default.fileExists(atPath: file.path) else { return false }
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    let copy = try target.newFile()
    defer { copy.discard() }
    while let part = try handle.read(upToCount: Self.partBytes), !part.isEmpty {
      try copy.append(part)
    }
    guard try copy.finish() == checksum, copy.count == bytes else { return false }
    try target.keep(copy.url, as: checksum, of: key)
    return true
  }

  /// The number of bytes that are in memory at a time.
  private static let partBytes = 1 << 20
}
