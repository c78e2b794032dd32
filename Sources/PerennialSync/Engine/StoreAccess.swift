import PerennialRecords
import PerennialReplication

/// The knowledge of a store that the engine shows.
struct StoreOverview: Sendable {
  let position: ReplicaPosition
  /// The number of conflicts that no user has decided.
  let conflictCount: Int
  /// The count of unsent records; nil if they were not counted.
  let unsent: UnsentCount?

  init(_ store: some ReplicaStore, unsent: UnsentCount? = nil) throws {
    position = try store.position
    conflictCount = try store.conflictCount
    self.unsent = unsent
  }
}

/// The transactions of an engine. Each suspends until it has committed.
protocol StoreAccess: Sendable {
  var localChanges: AsyncStream<Void> { get }
  func overview() async throws -> StoreOverview
  func pullRequest() async throws -> PullRequest
  func apply(
    _ page: PullReply, to request: PullRequest
  ) async throws -> (isApplied: Bool, overview: StoreOverview)
  func nextBatch(counting: Bool) async throws -> (batch: Batch?, overview: StoreOverview)
  func acknowledge(_ batch: Batch, _ reply: PushReply) async throws
  func beginReading(_ purpose: ReplicaPosition.Purpose) async throws
  func stampAgain(by hubTime: Int64) async throws
  func unsentReason(for name: RecordName) async throws -> UnsentReason?
}

/// The transactions on a storage, which run on a ``WorkQueue``.
struct QueuedStoreAccess<Storage: SyncStorage>: StoreAccess {
  private let storage: Storage
  private let queue = WorkQueue("perennial.sync.store")

  init(_ storage: Storage) { self.storage = storage }

  private func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (Replica<Storage.Store>) throws -> Result
  ) async throws -> Result {
    try await queue.run { [storage] in try storage.transaction(body) }
  }

  var localChanges: AsyncStream<Void> { storage.localChanges }

  func overview() async throws -> StoreOverview {
    try await transaction { replica in
      let count = try replica.unsentCount()
      return try StoreOverview(replica.store, unsent: count)
    }
  }

  func pullRequest() async throws -> PullRequest {
    try await transaction { try $0.pullRequest }
  }

  func apply(
    _ page: PullReply, to request: PullRequest
  ) async throws -> (isApplied: Bool, overview: StoreOverview) {
    try await transaction { replica in
      let isApplied = try replica.apply(page, to: request)
      return (isApplied, try StoreOverview(replica.store))
    }
  }

  func nextBatch(counting: Bool) async throws -> (batch: Batch?, overview: StoreOverview) {
    try await transaction { replica in
      let batch = try replica.nextBatch()
      let count = counting ? try replica.unsentCount() : nil
      return (batch, try StoreOverview(replica.store, unsent: count))
    }
  }

  func acknowledge(_ batch: Batch, _ reply: PushReply) async throws {
    try await transaction { try $0.acknowledge(batch, reply) }
  }

  func beginReading(_ purpose: ReplicaPosition.Purpose) async throws {
    try await transaction { try $0.beginReading(purpose) }
  }

  func stampAgain(by hubTime: Int64) async throws {
    try await transaction { try $0.stampAgain(by: hubTime) }
  }

  func unsentReason(for name: RecordName) async throws -> UnsentReason? {
    try await transaction { try $0.unsentReason(for: name) }
  }
}
