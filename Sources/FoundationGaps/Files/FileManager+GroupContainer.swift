#if !canImport(Darwin)
public import Foundation
import Perennial

extension FileManager {
  /// Returns the directory of an app group: the one in which a store lies whose configuration has the
  /// `groupContainer` `.identifier(groupIdentifier)`.
  ///
  /// The directory is made if there is none. Nil if it cannot be made, or if the identifier is no name
  /// for a directory.
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
