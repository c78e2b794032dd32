import Foundation
import PerennialRecords
import PerennialReplication

/// The knowledge of a store that the engine shows.
struct StoreOverview: Sendable {
  let position: ReplicaPosition
  /// The number of conflicts that no user has decided.
  let conflictCount: Int
  /// The assets that rows should show, and whose bytes are missing.
  let missingAssets: Set<RecordAsset>
  /// The number of records with sealed values that this device cannot read.
  let sealedRecordCount: Int
  /// The number of records whose rows are to be written again, because another version of the app has written them.
  let lateRecordCount: Int
  /// The number of records whose rows do not show all that the records have.
  let unwrittenRecordCount: Int
  /// The count of unsent records; nil if they were not counted.
  let unsent: UnsentCount?

  init(_ store: some AssetStore, unsent: UnsentCount? = nil) throws {
    position = try store.position
    conflictCount = try store.conflictCount
    missingAssets = try store.missingAssets
    sealedRecordCount = try store.sealedRecordCount
    lateRecordCount = try store.lateRecordCount
    unwrittenRecordCount = try store.unwrittenRecordCount
    self.unsent = unsent
  }
}

/// The transactions of an engine. Each suspends until it has committed.
protocol StoreAccess: Sendable {
  var localChanges: AsyncStream<Void> { get }
  func overview() async throws -> StoreOverview
  func showLate() async throws -> (isLeft: Bool, overview: StoreOverview)
  func pullRequest() async throws -> PullRequest
  func apply(
    _ page: PullReply, to request: PullRequest
  ) async throws -> (isApplied: Bool, overview: StoreOverview)
  func assets(of page: PullReply) async throws -> PageAssets
  func filesForAssets(_ assets: Set<RecordAsset>) async throws -> [RecordAsset: URL]
  func showReceivedAssets() async throws -> StoreOverview
  func discardAsset(_ asset: RecordAsset) async throws
  func isMissingAsset(of name: RecordName) async throws -> Bool
  func sealedReason(of name: RecordName) async throws -> SealedValueError?
  func unwrittenReason(of name: RecordName) async throws -> String?
  func nextBatch(
    counting: Bool, isOfDeletions: Bool
  ) async throws -> (batch: PreparedBatch?, overview: StoreOverview)
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

  /// Writes the next rows that another version of the app has written. Saves of the app come between two calls.
  func showLate() async throws -> (isLeft: Bool, overview: StoreOverview) {
    try await transaction { replica in
      let isLeft = try replica.showLate(limit: 500)
      return (isLeft, try StoreOverview(replica.store))
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

  func assets(of page: PullReply) async throws -> PageAssets {
    try await transaction { replica in
      let store = replica.store
      var assets = PageAssets()
      let lacking = try store.lackingAssets(of: page.records)
      for asset in lacking { assets.wanted[asset] = try store.fileForAsset(asset) }
      // A hub that was restored can have the records without the assets.
      guard try store.position.purpose == .offer else { return assets }
      let mentioned = page.records.reduce(into: Set<RecordAsset>()) {
        $0.formUnion($1.state.assets)
      }
      assets.offered = try store.stageAssets(
        mentioned.subtracting(lacking), of: page.records
      ).files
      return assets
    }
  }

  func filesForAssets(_ assets: Set<RecordAsset>) async throws -> [RecordAsset: URL] {
    try await transaction { replica in
      let files = try assets.map { ($0, try replica.store.fileForAsset($0)) }
      return Dictionary(files, uniquingKeysWith: { first, _ in first })
    }
  }

  func showReceivedAssets() async throws -> StoreOverview {
    try await transaction { replica in
      while try replica.drain() {}
      try replica.store.showReceivedAssets()
      return try StoreOverview(replica.store)
    }
  }

  func discardAsset(_ asset: RecordAsset) async throws {
    try await transaction { try $0.store.discardAsset(asset) }
  }

  func isMissingAsset(of name: RecordName) async throws -> Bool {
    try await transaction { try $0.store.isMissingAsset(of: name) }
  }

  func sealedReason(of name: RecordName) async throws -> SealedValueError? {
    try await transaction { try $0.store.sealedReason(of: name) }
  }

  func unwrittenReason(of name: RecordName) async throws -> String? {
    try await transaction { try $0.store.unwrittenReason(of: name) }
  }

  func nextBatch(
    counting: Bool, isOfDeletions: Bool
  ) async throws -> (batch: PreparedBatch?, overview: StoreOverview) {
    try await transaction { replica in
      let batch = try replica.nextBatch(isOfDeletions: isOfDeletions)
      // Changes that cannot be sent yet are left: those of sealed attributes without a key, for example.
      let isLast = batch == nil && !isOfDeletions
      let count = counting || isLast ? try replica.unsentCount() : nil
      if batch == nil, !isOfDeletions { try replica.store.sweepAssets() }
      let overview = try StoreOverview(replica.store, unsent: count)
      guard let batch else { return (nil, overview) }
      let staged = try replica.store.stageAssets(batch.assets, of: batch.request.records)
      return (PreparedBatch(batch: batch, files: staged.files, lacking: staged.lacking), overview)
    }
  }

  func acknowledge(_ batch: Batch, _ reply: PushReply) async throws {
    try await transaction { replica in
      try replica.acknowledge(batch, reply)
      if !batch.assets.isEmpty { try replica.store.sweepAssets() }
    }
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
