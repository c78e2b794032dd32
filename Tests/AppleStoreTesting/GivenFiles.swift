public import Foundation

/// The files that Apple's frameworks have written. They have licences of their own and are not in the repository.
public enum GivenFiles {
  /// Their folder, that of `APPLE_STORES` or else `../shared/apple-stores`; nil if it is not there.
  public static let folder: URL? = {
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized
    let path = ProcessInfo.processInfo.environment["APPLE_STORES"]
    let folder =
      path.map { URL(fileURLWithPath: $0) }
      ?? root.appendingPathComponent("../shared/apple-stores").standardized
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()
}
