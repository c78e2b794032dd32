import Foundation
import Logging
import PerennialRecords
import PerennialReplication

// The bytes of assets are sent before the records that mention them, and received before the page that mentions them
// is merged. So records never wait for bytes in the middle of a transaction.

extension SyncEngine {
  /// The seconds after which an asset that the hub did not have is requested again, if there is something to receive.
  private static let absence: TimeInterval = 900

  // MARK: Sending

  /// Sends the assets of a batch.
  ///
  /// - Returns: The batch, without content whose bytes neither this device nor the hub has, and the assets that are too
  ///   large for the hub.
  func sendAssets(
    of prepared: PreparedBatch
  ) async throws(SyncError) -> (batch: Batch, oversize: Set<RecordAsset>) {
    defer { setPendingAssets(0) }
    let oversize = try await upload(prepared.files)
    var lost: Set<RecordAsset> = []
    for asset in prepared.lacking.sorted() {
      let isThere = try await requesting { try await self.transport.hasAsset(asset) }
      if !isThere { lost.insert(asset) }
    }
    if lost.isEmpty { return (prepared.batch, oversize) }
    log.warning(
      "changes with \(lost.count) large values are not sent: their bytes are neither here nor on the hub"
    )
    return (prepared.batch.removing(lost), oversize)
  }

  /// Sends files. Returns the assets that are too large for the hub.
  private func upload(_ files: [RecordAsset: URL]) async throws(SyncError) -> Set<RecordAsset> {
    var oversize: Set<RecordAsset> = []
    var remaining = files.count
    for (asset, file) in files.sorted(by: { $0.key < $1.key }) {
      setPendingAssets(remaining)
      remaining -= 1
      do throws(SyncError) {
        try await requesting { try await self.transferring(asset, from: file) }
      } catch .hub(let error) where error.code == .tooLarge {
        log.warning("an asset with \(asset.byteCount) bytes is too large: \(error.reason)")
        oversize.insert(asset)
      }
    }
    return oversize
  }

  private func transferring(_ asset: RecordAsset, from file: URL) async throws {
    do { try await transport.uploadAsset(asset, from: file) } catch let error
      as HTTPTransportError
    {
      // A file that has other bytes, or is gone, is made anew from the row.
      switch error {
      case .wrongChecksum, .file: try await store.discardAsset(asset)
      default: break
      }
      throw error
    }
  }

  /// Sends a batch without the records that mention assets which the hub does not take. The answer refuses these.
  func send(
    _ batch: Batch, without oversize: Set<RecordAsset>
  ) async throws(SyncError) -> PushReply {
    guard !oversize.isEmpty else {
      return try await requesting { try await self.transport.push(batch.request) }
    }
    let refused = batch.request.records.filter { !$0.state.assets.isDisjoint(with: oversize) }
    let names = Set(refused.map(\.name))
    let request = PushRequest(
      token: batch.request.token,
      records: batch.request.records.filter { !names.contains($0.name) })
    let reply = try await requesting { try await self.transport.push(request) }
    return PushReply(
      hubTime: reply.hubTime,
      refused: reply.refused + refused.map { PushReply.Refusal($0.name, .tooLarge) })
  }

  // MARK: Receiving

  /// Receives the assets of a page. Those that the hub does not have are left out: the rows show former values.
  func transferAssets(of page: PullReply) async throws(SyncError) {
    guard page.records.contains(where: { !$0.state.assets.isEmpty }) else { return }
    defer { setPendingAssets(0) }
    let assets = try await storing { try await self.store.assets(of: page) }
    _ = try await upload(assets.offered)
    _ = try await download(assets.wanted)
  }

  /// Requests the assets again that the hub did not have.
  func receiveMissingAssets() async throws(SyncError) {
    let now = date()
    let wanted = missingAssets.filter { absentAssets[$0].map { $0 <= now } ?? true }
    if wanted.isEmpty { return }
    defer { setPendingAssets(0) }
    let files = try await storing { try await self.store.filesForAssets(wanted) }
    guard try await download(files) else { return }
    note(try await storing { try await self.store.showReceivedAssets() })
  }

  /// Receives files. Returns `true` if there was one.
  private func download(_ files: [RecordAsset: URL]) async throws(SyncError) -> Bool {
    var remaining = files.count
    var isAny = false
    for (asset, file) in files.sorted(by: { $0.key < $1.key }) {
      setPendingAssets(remaining)
      remaining -= 1
      let isThere = try await requesting { try await self.receiving(asset, to: file) }
      absentAssets[asset] = isThere ? nil : date().addingTimeInterval(Self.absence)
      isAny = isAny || isThere
    }
    return isAny
  }

  private func receiving(_ asset: RecordAsset, to file: URL) async throws -> Bool {
    do {
      return try await transport.downloadAsset(asset, to: file)
    } catch HTTPTransportError
      .wrongChecksum(_, let found)
    {
      log.warning("the hub's asset \(asset.checksum) is damaged: its checksum is \(found)")
      return false
    }
  }

  private func setPendingAssets(_ count: Int) {
    guard progress.pendingAssets != count else { return }
    progress.pendingAssets = count
    publish()
  }
}
