import Foundation

/// A temporary directory that is removed when the instance is released.
final class TemporaryDirectory: Sendable {
  let url: URL

  /// Chooses a name that no other directory has. The directory itself is created by its first user.
  init(prefix: String) {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(prefix)-\(UUID().uuidString)", isDirectory: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
