#if !os(Windows)
public import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A directory that may be read, and not written, for the time of a block.
public enum UnwritableDirectory {
  /// Runs a block as a user that may not write to a directory.
  ///
  /// Only for a process of its own, such as an exit test: the user is one of the whole process. The superuser
  /// may write everywhere, so the process gives that up for the time of the block.
  public static func during(_ directory: URL, _ body: () throws -> Void) throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: directory.path)
    let user = geteuid()
    _ = seteuid(user == 0 ? 65_534 : user)
    defer {
      _ = seteuid(user)
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: directory.path)
    }
    try body()
  }
}
#endif
