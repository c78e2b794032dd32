#if !canImport(Darwin)
public import Foundation

extension URL {
  /// The directory in which programs keep their files: `~/.local/share` on Linux.
  ///
  /// ```swift
  /// let settings = URL.applicationSupportDirectory.appending(path: "settings.json")
  /// ```
  @_disfavoredOverload
  public static var applicationSupportDirectory: URL { directory(.applicationSupportDirectory) }
  /// The directory of the user's documents.
  @_disfavoredOverload
  public static var documentsDirectory: URL { directory(.documentDirectory) }

  private static func directory(_ directory: FileManager.SearchPathDirectory) -> URL {
    FileManager.default.urls(for: directory, in: .userDomainMask).first ?? .homeDirectory
  }
}
#endif
