import Foundation
import PerennialRecords
@testable import PerennialSync
import RandomTesting
import Synchronization

/// The way to a ``ConcurrentHub``, with faults.
final class FlakyTransport: HubTransport {
  enum Fault: CaseIterable {
    case none, lostRequest, lostAnswer, repeated, slow, busy
  }

  struct Lost: Error {}

  /// The numbers of requests.
  struct Counts: Equatable {
    var pulls = 0
    var pushes = 0
    var listens = 0
    var uploads = 0
    var downloads = 0
  }

  private struct State {
    var random: SeededGenerator
    var percent = 0
    var isCut = false
    var delayOfLoss = Duration.zero
    var refusal: (any Error)?
    var pushRefusal: HubError?
    var counts = Counts()
    var lastLimit: Int?
    var isHanging = false
    var largestAsset = Int.max
    var isFull = false
    var downloadsBeforeCut = Int.max
    var isHangingWithAssets = false
  }

  private let hub: ConcurrentHub
  private let state: Mutex<State>

  init(_ hub: ConcurrentHub, seed: UInt64 = 1) {
    self.hub = hub
    state = Mutex(State(random: SeededGenerator(seed: seed)))
  }

  // MARK: Faults

  /// Lets a part of the requests fail.
  func fail(percent: Int) { state.withLock { $0.percent = percent } }
  /// Cuts the connection, or connects again.
  func cut(_ isCut: Bool) { state.withLock { $0.isCut = isCut } }
  /// Lets requests into a cut connection fail after a time.
  func delayLoss(by duration: Duration) { state.withLock { $0.delayOfLoss = duration } }
  /// Answers each request with an error; nil ends that.
  func refuse(with error: (any Error)?) { state.withLock { $0.refusal = error } }
  /// Answers pushes and uploads with an error; nil ends that.
  func refusePushes(with error: HubError?) { state.withLock { $0.pushRefusal = error } }
  /// Keeps all requests without an answer until they are cancelled.
  func hang(_ isHanging: Bool) { state.withLock { $0.isHanging = isHanging } }

  /// Keeps the transfers of assets without an answer until they are cancelled.
  func hangAssets(_ isHanging: Bool) { state.withLock { $0.isHangingWithAssets = isHanging } }
  /// Refuses assets because the account has no space.
  func fill(_ isFull: Bool) { state.withLock { $0.isFull = isFull } }
  /// Refuses assets with more bytes as too large.
  func limitAssets(to byteCount: Int) { state.withLock { $0.largestAsset = byteCount } }

  /// Loses the answers to downloads after some more of them.
  func cutDownloads(after count: Int) {
    state.withLock {
      let (sum, isOver) = $0.counts.downloads.addingReportingOverflow(count)
      $0.downloadsBeforeCut = isOver ? .max : sum
    }
  }

  /// The most records that the last pull has asked for.
  var lastLimit: Int? { state.withLock { $0.lastLimit } }

  var counts: Counts { state.withLock { $0.counts } }

  // MARK: Requests

  func pull(_ request: PullRequest) async throws -> PullReply {
    state.withLock { state in
      state.counts.pulls += 1
      state.lastLimit = request.limit
    }
    return try await send { try await self.hub.pull(request) }
  }

  func push(_ request: PushRequest) async throws -> PushReply {
    state.withLock { $0.counts.pushes += 1 }
    if let refusal = state.withLock({ $0.pushRefusal }) { throw refusal }
    return try await send { try await self.hub.push(request) }
  }

  func waitForChanges(after token: SyncToken?) async throws -> Bool {
    // A request that was cancelled before it began is not sent.
    try Task.checkCancellation()
    state.withLock { $0.counts.listens += 1 }
    return try await send { try await self.hub.waitForChanges(after: token) }
  }

  func hasAsset(_ asset: RecordAsset) async throws -> Bool {
    try await send { await self.hub.assets[asset] != nil }
  }

  func uploadAsset(_ asset: RecordAsset, from file: URL) async throws {
    state.withLock { $0.counts.uploads += 1 }
    if let refusal = state.withLock({ $0.pushRefusal }) { throw refusal }
    if asset.byteCount > state.withLock({ $0.largestAsset }) {
      throw HubError(.tooLarge, "The asset has \(asset.byteCount) bytes.")
    }
    if state.withLock({ $0.isFull }) {
      throw HubError(.quotaExceeded, "The account has no space.")
    }
    let data = try Data(contentsOf: file)
    try check(data, asset)
    try await hangWithAssets()
    try await send { await self.hub.add(data, as: asset) }
  }

  func downloadAsset(_ asset: RecordAsset, to file: URL) async throws -> Bool {
    let isCut = state.withLock { state in
      state.counts.downloads += 1
      return state.counts.downloads > state.downloadsBeforeCut
    }
    if isCut { throw Lost() }
    try await hangWithAssets()
    return try await send {
      guard let data = await self.hub.assets[asset] else { return false }
      try self.check(data, asset)
      try data.write(to: file)
      return true
    }
  }

  private func hangWithAssets() async throws {
    if state.withLock({ $0.isHangingWithAssets }) { try await Task.sleep(for: .seconds(3600)) }
  }

  private func check(_ data: Data, _ asset: RecordAsset) throws {
    let found = SHA256.hash(of: data)
    guard found == asset.checksum else {
      throw HTTPTransportError.wrongChecksum(expected: asset.checksum, found: found)
    }
  }

  private func send<Answer: Sendable>(_ request: () async throws -> Answer) async throws -> Answer {
    let (fault, refusal, isHanging) = state.withLock { state -> (Fault, (any Error)?, Bool) in
      if state.isCut { return (.lostRequest, nil, false) }
      let fault =
        state.random.happens(state.percent) ? state.random.element(of: Fault.allCases) : nil
      return (fault ?? .none, state.refusal, state.isHanging)
    }
    if let refusal { throw refusal }
    if isHanging { try await Task.sleep(for: .seconds(3600)) }
    switch fault {
    case .none: return try await request()
    case .lostRequest:
      try await Task.sleep(for: state.withLock { $0.delayOfLoss })
      throw Lost()
    case .lostAnswer:
      _ = try await request()
      throw Lost()
    case .repeated:
      _ = try await request()
      return try await request()
    case .slow:
      try await Task.sleep(for: .milliseconds(3))
      return try await request()
    case .busy: throw HubError(.tryAgainLater, "The hub is busy.", retryAfter: 0.5)
    }
  }
}
