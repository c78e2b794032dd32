#if !canImport(Darwin)
public import Foundation
import Perennial

extension FileManager {
  /// Returns the directory of an app group. It contains the stores whose configurations have the
  /// `groupContainer` `.identifier(groupIdentifier)`.
  ///
  /// The directory is created if it does not exist. Returns `nil` if that fails, or if the identifier
  /// isn't a valid name of a directory.
  ///
  /// ```swift
  /// let group = FileManager.default.containerURL(
  ///   forSecurityApplicationGroupIdentifier: "group.com.example")
  /// let log = group?.appending(path: "log.txt")
  /// ```
  @_disfavoredOverload
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
    guard !["", ".", ".."].contains(groupIdentifier),
      !groupIdentifier.contains(where: { "/\\\0".contains($0) })
    else { return nil }
    let store = ModelConfiguration(groupContainer: .identifier(groupIdentifier)).url
    let directory = store.deletingLastPathComponent()
    guard (try? createDirectory(at: directory, withIntermediateDirectories: true)) != nil else {
      return nil
    }
    return directory
  }
}
#endif
