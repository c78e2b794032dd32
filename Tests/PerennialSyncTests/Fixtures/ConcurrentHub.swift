import Foundation
import PerennialRecords
import PerennialSimulator

/// A hub in this process for several engines at once, with the decisions of every hub.
actor ConcurrentHub {
  private var hub = SimulatedHub()
  private(set) var assets: [RecordAsset: Data] = [:]
  /// The number of assets that were sent, also those that the hub had.
  private(set) var uploadCount = 0
  /// The number of records that were refused.
  private(set) var refusalCount = 0
  /// The number of assets that the hub will lose after they were sent.
  private var lossCount = 0
  private var listeners: [Int: (after: SyncToken?, CheckedContinuation<Bool, Never>)] = [:]
  private var lastListener = 0
  private let milliseconds: @Sendable () -> Int64

  init(milliseconds: @escaping @Sendable () -> Int64 = { StampClock.systemMilliseconds }) {
    self.milliseconds = milliseconds
  }

  var records: [RecordName: Record] { hub.database.records }
  var token: SyncToken { hub.database.zone.token }
  var database: SimulatedHub.Database { hub.database }
  var listenerCount: Int { listeners.count }

  // MARK: Requests

  func pull(_ request: PullRequest) throws(HubError) -> PullReply {
    try hub.pull(request, at: milliseconds())
  }

  func push(_ request: PushRequest) throws(HubError) -> PushReply {
    let missing = request.records.reduce(into: Set<RecordAsset>()) {
      $0.formUnion($1.state.assets)
    }.subtracting(assets.keys)
    let reply = try hub.push(request, without: missing, at: milliseconds())
    refusalCount += reply.refused.count
    wakeListeners()
    return reply
  }

  /// Waits until the zone has changes after a position, or until the task is cancelled.
  func waitForChanges(after token: SyncToken?) async throws -> Bool {
    if isAfter(token) { return true }
    lastListener += 1
    let number = lastListener
    let isChanged = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          continuation.resume(returning: false)
        } else {
          listeners[number] = (token, continuation)
        }
      }
    } onCancel: {
      Task { await self.release(number) }
    }
    try Task.checkCancellation()
    return isChanged
  }

  func add(_ data: Data, as asset: RecordAsset) {
    uploadCount += 1
    if lossCount > 0 {
      lossCount -= 1
    } else {
      assets[asset] = data
    }
  }

  // MARK: Operation

  func loseAssets(_ count: Int) { lossCount = count }

  func replaceAssets(by assets: [RecordAsset: Data]) { self.assets = assets }

  /// Answers all listeners: their time is over.
  func endListening() {
    for number in listeners.keys { release(number) }
  }

  func forgetDeletions() { hub.forgetDeletions() }

  func restore(_ backup: SimulatedHub.Database) {
    hub.restore(backup)
    wakeListeners()
  }

  private func release(_ number: Int) {
    listeners.removeValue(forKey: number)?.1.resume(returning: false)
  }

  private func isAfter(_ token: SyncToken?) -> Bool {
    guard let token else { return hub.database.zone.sequence > 0 }
    return token.incarnation != self.token.incarnation || token.sequence < self.token.sequence
  }

  private func wakeListeners() {
    for (number, listener) in listeners where isAfter(listener.after) {
      listeners[number] = nil
      listener.1.resume(returning: true)
    }
  }
}
