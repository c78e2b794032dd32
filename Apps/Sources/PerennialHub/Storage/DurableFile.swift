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

/// Files that have to survive a power cut.
enum DurableFile {
  /// Waits until the contents of a file, or the entries of a folder, are on the disk.
  static func sync(_ url: URL) throws {
    let descriptor = open(url.path, O_RDONLY)
    guard descriptor >= 0 else { throw failure(url) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure(url) }
  }

  /// Gives a file its final name, which appears at once and stays. It replaces a file of that name.
  static func move(_ source: URL, to target: URL) throws {
    guard rename(source.path, target.path) == 0 else { throw failure(target) }
    try sync(target.deletingLastPathComponent())
  }

  /// Replaces the contents of a small file.
  static func write(_ data: Data, to url: URL) throws {
    let partial = url.appendingPathExtension("partial")
    try data.write(to: partial)
    try sync(partial)
    try move(partial, to: url)
  }

  static func failure(_ url: URL) -> HubStorageError {
    HubStorageError(
      .fileFailure, "\(url.path) cannot be written: \(String(cString: strerror(errno))).")
  }
}
