import Synchronization

/// The account that a store belongs to.
///
/// No request is sent with the token of another account, also if the device signs in to one meanwhile.
final class StoreOwner: Sendable {
  private let storage: StoreStorage
  private let queue: WorkQueue
  /// The account that the store was last found to belong to; nil before it was read.
  private let name = Mutex<String?>(nil)

  init(of storage: StoreStorage, _ queue: WorkQueue) {
    (self.storage, self.queue) = (storage, queue)
  }

  /// Lets the next request read the account of the store again.
  func forget() { name.withLock { $0 = nil } }

  /// Assigns the store to the account of credentials, or throws if it has another one.
  func admit(_ credentials: HubCredentials) async throws {
    let account = credentials.account
    if name.withLock({ $0 == account }) { return }
    guard try await queue.run({ [storage] in try storage.assign(to: account) }) else {
      throw SyncError.paused(.otherAccount)
    }
    name.withLock { $0 = account }
  }
}
