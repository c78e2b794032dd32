#if !canImport(Darwin)
public import Foundation

// Apple's platforms give a program in a sandbox access to a file that the user has chosen. Where there
// is no sandbox the file's permissions decide, with or without these calls.

extension URL {
  /// Returns true: there is no security scope that could refuse the access.
  @_disfavoredOverload
  public func startAccessingSecurityScopedResource() -> Bool { true }

  /// Ends the access, which no security scope had limited.
  @_disfavoredOverload
  public func stopAccessingSecurityScopedResource() {}
}
#endif
