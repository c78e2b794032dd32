#if !canImport(Darwin)
public import Foundation

extension URL {
  /// The directory for what programs keep: `~/.local/share` on Linux.
  public static var applicationSupportDirectory: URL { directory(.applicationSupportDirectory) }
  /// The user's documents.
  public static var documentsDirectory: URL { directory(.documentDirectory) }

  private static func directory(_ directory: FileManager.SearchPathDirectory) -> URL {
    FileManager.default.urls(for: directory, in: .userDomainMask).first ?? .homeDirectory
  }
}
#endif
