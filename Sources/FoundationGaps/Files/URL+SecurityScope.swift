#if !canImport(Darwin)
public import Foundation

// On Apple's platforms, these methods give a sandboxed program access to a file that the user has
// chosen. Without a sandbox, only the file's permissions count, with or without these calls.

extension URL {
  /// Returns `true`, because no security scope can deny the access.
  @_disfavoredOverload
  public func startAccessingSecurityScopedResource() -> Bool { true }

  /// Ends the access. Does nothing, because no security scope limits the access.
  @_disfavoredOverload
  public func stopAccessingSecurityScopedResource() {}
}
#endif
