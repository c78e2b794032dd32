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

/// The file that a path named when a database was opened.
///
/// A system lets a program write to a file that was removed, and all of it is lost when the program ends. So a hub
/// looks, before each write, whether the path still names its file.
struct FileIdentity: Sendable {
  private let path: String
  private let device: UInt64
  private let number: UInt64

  /// - Throws: ``HubStorageError/Code/fileFailure``.
  init(of url: URL) throws {
    path = url.path
    guard let (device, number) = Self.find(path) else { throw DurableFile.failure(url) }
    (self.device, self.number) = (device, number)
  }

  private static func find(_ path: String) -> (UInt64, UInt64)? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return (UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino))
  }

  /// - Throws: ``HubStorageError/Code/unavailable`` if the file was removed or replaced.
  func check() throws {
    guard let found = Self.find(path), found == (device, number) else {
      throw HubStorageError(
        .unavailable,
        "\(path) was removed or replaced while the hub runs. End the hub, put the file back or restore a backup, "
          + "and start the hub again.")
    }
  }
}
