import Foundation

/// Incomplete files and directories of processes that were killed during an operation.
enum Leftovers {
  /// The age in seconds after which a leftover is no longer in use.
  private static let age: TimeInterval = 86_400

  /// Removes the old items of a directory whose names match.
  static func remove(from directory: URL, where isLeftover: (String) -> Bool) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    for name in names where isLeftover(name) {
      let url = directory.appendingPathComponent(name)
      let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
      guard let date = attributes?[.modificationDate] as? Date, -date.timeIntervalSinceNow > age
      else { continue }
      try? FileManager.default.removeItem(at: url)
    }
  }
}
