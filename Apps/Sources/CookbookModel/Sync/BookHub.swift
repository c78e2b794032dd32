public import Foundation
public import PerennialSync

/// The hub that a book syncs with.
public struct BookHub: Sendable {
  /// The zone of all books.
  public static let zone = "iCloud.org.perennial.cookbook"

  /// The hub, with the device's token.
  public let hub: SyncHub
  /// The name by which the cook recognises this device.
  public let deviceName: String

  /// Creates the hub of a book.
  ///
  /// - Parameter book: The file of the book. The token is kept in a folder beside it.
  /// - Throws: ``BookError/invalidHub(_:)``.
  public init(
    url: URL, besideBookAt book: URL, deviceName: String = "Cookbook"
  ) throws(BookError) {
    self.deviceName = deviceName
    let name = book.lastPathComponent
    let folder = book.deletingLastPathComponent().appending(path: "\(name).hub")
    do {
      hub = try SyncHub(url: url, credentials: FileCredentialStore(in: folder))
    } catch {
      throw .invalidHub(error.errorDescription ?? "\(error)")
    }
  }
}
