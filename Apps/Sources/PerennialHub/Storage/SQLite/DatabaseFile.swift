import Foundation
import Synchronization

/// The file of an open database, as the disk has it.
///
/// A file that is removed or replaced while a hub runs can still be written, and is gone when the hub ends. So the hub
/// looks before each transaction. The last write also says whether the disk can be written.
final class DatabaseFile: Sendable {
  /// The number of a file on its disk.
  private struct Identity: Equatable {
    let disk: UInt64?
    let number: UInt64
  }

  private let url: URL
  private let identity: Identity?
  private let hasFailed = Mutex(false)

  /// Notes the file that is there now.
  init(at url: URL) {
    self.url = url
    identity = Self.identity(of: url)
  }

  private static func identity(of url: URL) -> Identity? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    guard let number = (attributes?[.systemFileNumber] as? NSNumber)?.uint64Value else {
      return nil
    }
    return Identity(
      disk: (attributes?[.systemNumber] as? NSNumber)?.uint64Value, number: number)
  }

  /// Checks that the file is the one that was opened.
  ///
  /// - Throws: ``HubStorageError/Code/fileFailure``.
  func check() throws {
    guard let identity, Self.identity(of: url) == identity else {
      throw HubStorageError(
        .fileFailure,
        "\(url.path) was removed or replaced while the hub runs. End the hub, put the file back or "
          + "restore a backup, and start the hub again.")
    }
  }

  /// `true` if the last write has failed because of the disk.
  var lastWriteFailed: Bool { hasFailed.withLock(\.self) }

  /// Notes the end of a write.
  func noteWrite(failed: Bool) { hasFailed.withLock { $0 = failed } }
}
