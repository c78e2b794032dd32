import Foundation
import PerennialSync
import Synchronization

/// Credentials in memory.
final class MemoryCredentialStore: CredentialStore {
  private let credentials: Mutex<HubCredentials?>

  init(_ credentials: HubCredentials? = nil) { self.credentials = Mutex(credentials) }

  /// A store with a token.
  static var signedIn: MemoryCredentialStore {
    MemoryCredentialStore(HubCredentials(token: "secret", device: "d1", account: "ann"))
  }

  func credentials(for hub: URL) -> HubCredentials? { credentials.withLock { $0 } }
  func store(_ credentials: HubCredentials, for hub: URL) {
    self.credentials.withLock { $0 = credentials }
  }
  func removeCredentials(for hub: URL) { credentials.withLock { $0 = nil } }
}
