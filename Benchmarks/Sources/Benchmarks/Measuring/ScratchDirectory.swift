import Foundation

/// A directory for database files, gone with everything in it when the last reference to it goes.
final class ScratchDirectory {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "perennial-benchmarks-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// A path at which no file exists yet.
  func newFile() -> URL {
    url.appending(path: "\(UUID().uuidString).sqlite")
  }

  /// Deletes a database and the two files that its write-ahead log lives in.
  func delete(_ file: URL) {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: file.path(percentEncoded: false) + suffix)
    }
  }
}
