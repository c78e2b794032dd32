import Foundation
import Perennial

/// A copy of a store's files in the temporary directory. It is removed when the instance is released.
///
/// O(n) in the size of the files. Files of external storage are not copied.
final class SourceCopy: Sendable {
  /// The path of the copied file.
  let path: String
  private let directory: URL

  /// Copies the files.
  ///
  /// - Throws: ``AppleStoreError`` if they cannot be copied, or have changed meanwhile.
  init(of source: SourceFile) throws {
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("perennial-apple-\(UUID().uuidString)", isDirectory: true)
    path = directory.appendingPathComponent("store").path
    do {
      // Without access for other users: the store may not be readable for all users.
      try FileManager.default.createDirectory(
        at: directory, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      for suffix in SourceFile.contentSuffixes
      where FileManager.default.fileExists(atPath: source.path + suffix) {
        try StoreCopy.copy(source.path + suffix, to: path + suffix)
      }
    } catch {
      try? FileManager.default.removeItem(at: directory)
      throw AppleStoreError(
        .unreadableFile, path: source.path,
        """
        The file has to be read from a copy, and the copy in \
        \(directory.deletingLastPathComponent().path) could not be made: \
        \(error.localizedDescription)
        """)
    }
    guard source.isUnchanged else {
      try? FileManager.default.removeItem(at: directory)
      throw AppleStoreError(
        .changedFile, path: source.path,
        "A program has written to the file while it was copied. Close that program, and try again.")
    }
  }

  deinit { try? FileManager.default.removeItem(at: directory) }
}
