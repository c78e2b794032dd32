import Foundation
import PerennialRecords
import Synchronization

/// The way to a zone for a store that belongs to one account.
///
/// No request is sent with the token of another account, also if the device signs in to one meanwhile.
final class AccountTransport: HubTransport {
  private let transport: HTTPTransport
  private let account: HubAccount
  private let storage: StoreStorage
  private let queue: WorkQueue
  private let owner: Owner

  /// The account that the store was last found to belong to.
  private final class Owner: Sendable {
    let name = Mutex<String?>(nil)
  }

  init(_ hub: SyncHub, zone: String, _ storage: StoreStorage, _ queue: WorkQueue) throws {
    (account, self.storage, self.queue) = (hub.account, storage, queue)
    let owner = Owner()
    self.owner = owner
    transport = try HTTPTransport(hub, zone: zone) { credentials in
      guard owner.name.withLock({ $0 == credentials.account }) else {
        throw SyncError.paused(.otherAccount)
      }
    }
  }

  /// Lets the next request read the account of the store again.
  func forgetOwner() { owner.name.withLock { $0 = nil } }

  func pull(_ request: PullRequest) async throws -> PullReply {
    try await check()
    return try await transport.pull(request)
  }

  func push(_ request: PushRequest) async throws -> PushReply {
    try await check()
    return try await transport.push(request)
  }

  func waitForChanges(after token: SyncToken?) async throws -> Bool {
    try await check()
    return try await transport.waitForChanges(after: token)
  }

  func hasAsset(_ asset: RecordAsset) async throws -> Bool {
    try await check()
    return try await transport.hasAsset(asset)
  }

  func uploadAsset(_ asset: RecordAsset, from file: URL) async throws {
    try await check()
    try await transport.uploadAsset(asset, from: file)
  }

  func downloadAsset(_ asset: RecordAsset, to file: URL) async throws -> Bool {
    try await check()
    return try await transport.downloadAsset(asset, to: file)
  }

  /// Assigns the store to the account of the device, or throws if it has another one.
  private func check() async throws {
    guard let name = try account.credentials?.account else { throw SyncError.paused(.signedOut) }
    if owner.name.withLock({ $0 == name }) { return }
    guard try await queue.run({ [storage] in try storage.assign(to: name) }) else {
      throw SyncError.paused(.otherAccount)
    }
    owner.name.withLock { $0 = name }
  }
}
