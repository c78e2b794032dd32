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
  /// - Returns: The batch, without content whose bytes neither this device nor the hub has, and the assets that the hub
  ///   does not take.
  func sendAssets(
    of prepared: PreparedBatch
  ) async throws(SyncError) -> (batch: Batch, untaken: UntakenAssets) {
    defer { setPendingAssets(0) }
    let untaken = try await upload(prepared.files)
    var lost: Set<RecordAsset> = []
    for asset in prepared.lacking.sorted() {
      let isThere = try await requesting { try await self.transport.hasAsset(asset) }
      if !isThere { lost.insert(asset) }
    }
    if lost.isEmpty { return (prepared.batch, untaken) }
    log.warning(
      "changes with \(lost.count) large values are not sent: their bytes are neither here nor on the hub"
    )
    return (prepared.batch.removing(lost), untaken)
  }

  /// Sends files. Returns the assets that the hub does not take.
  private func upload(_ files: [RecordAsset: URL]) async throws(SyncError) -> UntakenAssets {
    var untaken = UntakenAssets()
    var remaining = files.count
    for (asset, file) in files.sorted(by: { $0.key < $1.key }) {
      setPendingAssets(remaining)
      remaining -= 1
      if let full = untaken.withoutSpace.map(\.byteCount).min(), asset.byteCount >= full {
        let isThere = try await requesting { try await self.transport.hasAsset(asset) }
        if !isThere { untaken.withoutSpace.insert(asset) }
        continue
      }
      do throws(SyncError) {
        try await requesting { try await self.transferring(asset, from: file) }
      } catch .hub(let error) where error.code == .tooLarge {
        log.warning("an asset with \(asset.byteCount) bytes is too large: \(error.reason)")
        untaken.oversize.insert(asset)
      } catch .hub(let error) where error.code == .quotaExceeded {
        // A smaller one may have space, and records without assets are not delayed.
        untaken.withoutSpace.insert(asset)
        untaken.quota = error
      }
    }
    return untaken
  }

  private func transferring(_ asset: RecordAsset, from file: URL) async throws {
    do { try await transport.uploadAsset(asset, from: file) } catch let error
      as HTTPTransportError
    {
      // A file that has other bytes, or is gone, is made anew from the row.
      switch error {
      case .wrongChecksum, .file: try await storing { try $0.discardAsset(asset) }
      default: break
      }
      throw error
    }
  }

  /// Sends a batch without the records that mention assets which the hub does not take. The answer refuses these.
  func send(
    _ batch: Batch, without untaken: UntakenAssets
  ) async throws(SyncError) -> PushReply {
    var (records, refused) = ([Record](), [PushReply.Refusal]())
    for record in batch.request.records {
      if let reason = untaken.refusal(of: record) {
        refused.append(PushReply.Refusal(record.name, reason))
      } else {
        records.append(record)
      }
    }
    let request = PushRequest(token: batch.request.token, records: records)
    let reply = try await requesting { try await self.transport.push(request) }
    return PushReply(hubTime: reply.hubTime, refused: reply.refused + refused)
  }

  // MARK: Receiving

  /// Receives the assets of a page. Those that the hub does not have are left out: the rows show former values.
  func transferAssets(of page: PullReply) async throws(SyncError) {
    guard page.records.contains(where: { !$0.state.assets.isEmpty }) else { return }
    defer { setPendingAssets(0) }
    let assets = try await storing { try $0.assets(of: page) }
    if state.refusal == nil { _ = try await upload(assets.offered) }
    _ = try await download(assets.wanted)
  }

  /// Requests the assets again that the hub did not have.
  func receiveMissingAssets() async throws(SyncError) {
    let now = date()
    let wanted = missingAssets.filter { absentAssets[$0].map { $0 <= now } ?? true }
    if wanted.isEmpty { return }
    defer { setPendingAssets(0) }
    let files = try await storing { try $0.filesForAssets(wanted) }
    guard try await download(files) else { return }
    note(try await storing { try $0.writeReceivedAssets() })
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
    do { return try await transport.downloadAsset(asset, to: file) } catch let error
      as HTTPTransportError
    {
      switch error {
      case .wrongChecksum(_, let found):
        log.warning("the hub's asset \(asset.checksum) is damaged: its checksum is \(found)")
      case .answerTooLarge(let limit):
        log.warning("the hub's asset \(asset.checksum) is damaged: it exceeds \(limit) bytes")
      default: throw error
      }
      return false
    }
  }

  private func setPendingAssets(_ count: Int) {
    guard progress.pendingAssets != count else { return }
    progress.pendingAssets = count
    publish()
  }
}

/// The assets of a batch that a hub does not take.
struct UntakenAssets {
  /// The assets that are too large for the hub.
  var oversize: Set<RecordAsset> = []
  /// The assets for which the account has no space.
  var withoutSpace: Set<RecordAsset> = []
  /// The hub's answer to an asset without space; nil if there was none.
  var quota: HubError?

  /// Returns the reason for which a record is not sent; nil if it is sent.
  func refusal(of record: Record) -> PushReply.Reason? {
    if oversize.isEmpty, withoutSpace.isEmpty { return nil }
    let assets = record.state.assets
    if !assets.isDisjoint(with: oversize) { return .tooLarge }
    return assets.isDisjoint(with: withoutSpace) ? nil : .assetMissing
  }
}
