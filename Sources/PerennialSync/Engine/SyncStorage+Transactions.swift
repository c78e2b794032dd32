import Foundation
import PerennialRecords
import PerennialReplication

// The steps of an engine. Each is one transaction: a read transaction, unless the step writes.

extension SyncStorage {
  /// Reads the figures for the status, and counts the unsent changes.
  func overview() throws -> StoreOverview {
    try transaction { replica in
      let count = try replica.unsentCount()
      return try StoreOverview(replica.store, unsent: count)
    }
  }

  /// Writes the next rows that another version of the app has written. Saves of the app come between two calls.
  func rewriteLateRows() throws -> (isLeft: Bool, overview: StoreOverview) {
    try transaction { replica in
      let isLeft = try replica.rewriteLateRows(limit: 500)
      return (isLeft, try StoreOverview(replica.store))
    }
  }

  /// Returns the request for the next page of changes.
  func pullRequest() throws -> PullRequest {
    try reading { try $0.pullRequest }
  }

  /// Merges a page of changes.
  ///
  /// - Returns: `false` if the page does not continue the present position, for example because the zone is read again.
  func apply(
    _ page: PullReply, to request: PullRequest
  ) throws -> (isApplied: Bool, overview: StoreOverview) {
    try transaction { replica in
      let isApplied = try replica.apply(page, to: request)
      return (isApplied, try StoreOverview(replica.store))
    }
  }

  /// Returns the assets to receive before a page is merged, and, after the restoration of a hub, the assets to send.
  func assets(of page: PullReply) throws -> PageAssets {
    try reading { replica in
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

  /// Returns the files for the bytes of assets that are received.
  func filesForAssets(_ assets: Set<RecordAsset>) throws -> [RecordAsset: URL] {
    try reading { replica in
      let files = try assets.map { ($0, try replica.store.fileForAsset($0)) }
      return Dictionary(files, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Writes the rows whose missing assets have been received.
  func writeReceivedAssets() throws -> StoreOverview {
    try transaction { replica in
      while try replica.readHistory() {}
      try replica.store.writeReceivedAssets()
      return try StoreOverview(replica.store)
    }
  }

  /// Forgets the bytes of an asset that are not those of its checksum.
  func discardAsset(_ asset: RecordAsset) throws {
    try transaction { try $0.store.discardAsset(asset) }
  }

  /// Returns the next changes to send; nil if there are none that can be sent.
  ///
  /// - Parameters:
  ///   - counting: `true` to count the unsent changes in any case.
  ///   - isOfDeletions: `true` for deletions alone.
  func nextBatch(
    counting: Bool, isOfDeletions: Bool
  ) throws -> (batch: PreparedBatch?, overview: StoreOverview) {
    try transaction { replica in
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

  /// Notes the hub's answer to a batch.
  func acknowledge(_ batch: Batch, _ reply: PushReply) throws {
    try transaction { replica in
      try replica.acknowledge(batch, reply)
      if !batch.assets.isEmpty { try replica.store.sweepAssets() }
    }
  }

  /// Begins to read the zone again.
  func beginReading(_ purpose: ReplicaPosition.Purpose) throws {
    try transaction { try $0.beginReading(purpose) }
  }

  /// Stamps unsent changes again, because the hub finds the device's clock ahead.
  func stampAgain(by hubTime: Int64) throws {
    try transaction { try $0.stampAgain(by: hubTime) }
  }

  /// Returns the reason why a record is not the same on the device and on the hub; nil if it is.
  ///
  /// - Parameters:
  ///   - pause: The reason for which the engine is paused; nil if it isn't.
  ///   - isReadOnly: `true` if the device may only receive.
  func unsyncedReason(
    for name: RecordName, pause: PauseReason?, isReadOnly: Bool
  ) throws -> UnsyncedReason? {
    try reading { replica in
      if let reason = try replica.store.sealedReason(of: name) { return .sealed(reason) }
      if let reason = try replica.unsentReason(for: name) {
        return UnsyncedReason(reason, pause: pause, isReadOnly: isReadOnly)
      }
      if try replica.store.isMissingAsset(of: name) { return .missingAsset }
      return try replica.store.unwrittenReason(of: name).map { .unwritten($0) }
    }
  }
}
