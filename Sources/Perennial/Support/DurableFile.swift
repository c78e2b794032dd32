import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

#if !os(Windows)
/// Calls `rename(2)` under a name that no method has.
private func renameFile(_ path: String, _ other: String) -> Int32 { rename(path, other) }
#endif

/// Writes files that outlive a power failure.
package enum DurableFile {
  /// Creates a directory, unless it exists, and synchronises the directory that contains it.
  static func makeDirectory(_ path: String) throws {
    if FileManager.default.fileExists(atPath: path) { return }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try synchronizeDirectory(URL(fileURLWithPath: path).deletingLastPathComponent().path)
  }

  /// Renames a file on the same disk. Replaces a file that has the new name.
  package static func rename(_ path: String, to other: String) throws {
    #if os(Windows)
    try? FileManager.default.removeItem(atPath: other)
    try FileManager.default.moveItem(atPath: path, toPath: other)
    #else
    guard renameFile(path, other) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    #endif
  }

  /// Writes the contents of a file through to the disk.
  ///
  /// Not for a database that this process has open: closing any handle of a file releases the process's
  /// locks on it.
  static func synchronize(_ path: String) throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    defer { try? handle.close() }
    try handle.synchronize()
  }

  /// Writes the names in a directory through to the disk. Windows does this by itself.
  static func synchronizeDirectory(_ path: String) throws {
    #if !os(Windows)
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    #endif
  }
}
