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

/// Files that are there after a failure of power.
enum DurableFile {
  /// Makes a directory, unless it is there, and has its own directory know of it.
  static func makeDirectory(_ path: String) throws {
    if FileManager.default.fileExists(atPath: path) { return }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try synchronizeDirectory(URL(fileURLWithPath: path).deletingLastPathComponent().path)
  }

  /// Writes a new file. The directory has to be synchronised too.
  static func write(_ data: Data, to path: String) throws {
    let url = URL(fileURLWithPath: path)
    try data.write(to: url, options: .withoutOverwriting)
    try synchronize(path)
  }

  /// Has what was written to a file reach the disk.
  ///
  /// Not for a database that this process has open: closing any handle of a file gives up the locks
  /// that the process has on it.
  static func synchronize(_ path: String) throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    defer { try? handle.close() }
    try handle.synchronize()
  }

  /// The same for the names in a directory. Windows does so by itself.
  static func synchronizeDirectory(_ path: String) throws {
    #if !os(Windows)
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    #endif
  }
}
