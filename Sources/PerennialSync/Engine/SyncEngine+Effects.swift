import Foundation
import Logging
import PerennialRecords
import PerennialReplication

extension SyncEngine {
  /// Changes the state by an event, and begins the effects.
  func handle(_ event: EngineEvent) {
    for effect in state.handle(event) { begin(effect) }
    if let halt = state.halt, let reason = PauseReason(halt) { refuse(for: reason) }
    settleWaiters()
    publish()
  }

  private func begin(_ effect: EngineEffect) {
    switch effect {
    case .listen: listen()
    case .stopListening: endListening()
    case .wait(let milliseconds): wait(milliseconds)
    case .pull, .push, .pushDeletions, .restart, .stampAgain:
      timerTask.map { tasks[$0]?.cancel() }
      timerTask = nil
      activityTask = spawn { [epoch] in await self.run(effect, epoch) }
    }
  }

  private func wait(_ milliseconds: Int64) {
    log.debug("waiting \(milliseconds) ms before the next attempt")
    timerTask = spawn { [epoch, clock, mustCount] in
      if mustCount { await self.refreshStatus() }
      guard (try? await clock.sleep(for: .milliseconds(milliseconds))) != nil else { return }
      await self.endWait(epoch)
    }
  }

  private func endWait(_ epoch: Int) {
    guard epoch == self.epoch, !Task.isCancelled else { return }
    timerTask = nil
    handle(.timer)
  }

  /// Stops the exchange because the hub refuses it.
  func refuse(for reason: PauseReason) {
    if pauses.insert(reason).inserted {
      // Before its sign-in each app is paused. Nothing is wrong then.
      log.log(level: reason == .signedOut ? .info : .warning, "sync is paused: \(reason.rawValue)")
    }
    endExchange()
  }

  // MARK: Activities

  private func run(_ effect: EngineEffect, _ epoch: Int) async {
    do throws(SyncError) {
      let event = try await perform(effect, epoch)
      guard epoch == self.epoch else { return }
      progress.lastError = nil
      wakeListener()
      handle(event)
    } catch {
      guard epoch == self.epoch else { return }
      fail(error)
      // Changes of the meantime are shown, also if the hub's refusal has ended the exchange.
      if mustCount, state.activity == .none { await refreshStatus() }
    }
  }

  private func fail(_ error: SyncError) {
    if case .paused(let reason) = error {
      refuse(for: reason)
      settleWaiters()
      return publish()
    }
    progress.lastError = error
    log.info("an attempt has failed: \(error.localizedDescription)")
    switch error {
    case .hub(let error): handle(.failed(.hub(error)))
    case .store: handle(.failed(.store))
    case .network, .refused, .sealed, .paused, .stopped: handle(.failed(.network))
    }
  }

  private func perform(
    _ effect: EngineEffect, _ epoch: Int
  ) async throws(SyncError) -> EngineEvent {
    switch effect {
    case .pull: return try await pull(epoch)
    case .push: return try await push(epoch)
    case .pushDeletions: return try await push(epoch, isOfDeletions: true)
    case .restart(let purpose):
      log.notice("reading the zone again: \(purpose.rawValue)")
      absentAssets = [:]
      try await storing { try $0.beginReading(purpose) }
      return .restarted
    case .stampAgain(let hubTime):
      log.notice("stamping unsent changes again")
      let time = try checked(hubTime)
      try await storing { try $0.stampAgain(by: time) }
      return .restarted
    case .wait, .listen, .stopListening: return .timer
    }
  }

  private func pull(_ epoch: Int) async throws(SyncError) -> EngineEvent {
    let position = try await storing { try $0.pullRequest() }
    let request = PullRequest(token: position.token, limit: pageLimit)
    let page = try await requesting { try await self.transport.pull(request) }
    _ = try checked(page.hubTime)
    try await transferAssets(of: page)
    guard epoch == self.epoch else { throw .stopped }
    let (isApplied, overview) = try await storing { try $0.apply(page, to: request) }
    guard isApplied else {
      note(overview)
      return .pulled(moreComing: true)
    }
    if request.token == nil { progress.receivedRecords = 0 }
    progress.receivedRecords += page.records.count
    mustCount = true
    note(overview)
    if !page.moreComing { try await receiveMissingAssets() }
    return .pulled(moreComing: page.moreComing)
  }

  /// The most records of the next page; nil for the hub's limit.
  ///
  /// A page is one transaction, for which the app's saves wait. While it saves, pages are small.
  private var pageLimit: Int? {
    guard let lastSave, lastSave.duration(to: .now) < .seconds(1) else { return nil }
    return 100
  }

  private func push(
    _ epoch: Int, isOfDeletions: Bool = false
  ) async throws(SyncError) -> EngineEvent {
    let counts = mustCount
    mustCount = false
    let (prepared, overview) = try await storing {
      try $0.nextBatch(counting: counts, isOfDeletions: isOfDeletions)
    }
    note(overview)
    guard let prepared else { return .pushed(false) }
    guard epoch == self.epoch else { throw .stopped }
    publish()
    let (batch, untaken) = try await sendAssets(of: prepared)
    guard epoch == self.epoch else { throw .stopped }
    let reply = try await send(batch, without: untaken)
    try await storing { try $0.acknowledge(batch, reply) }
    // The exact number is in the store. A lower bound of many is not worth a count for each batch.
    progress.pendingUploads = max(0, progress.pendingUploads - batch.request.records.count)
    mustCount = mustCount || !reply.refused.isEmpty || overview.unsent?.isCapped == true
    if let quota = untaken.quota { throw .hub(quota) }
    if reply.refused.contains(where: { $0.reason == .assetMissing }) {
      // The hub has just had the assets. If it loses them again and again, it is not asked without a pause.
      throw .hub(HubError(.tryAgainLater, "The hub does not have an asset that was sent."))
    }
    return .pushed(true)
  }

  /// Returns a time of the hub if a device's clock can be corrected by it.
  private func checked(_ hubTime: Int64) throws(SyncError) -> Int64 {
    guard hubTime == HybridTime(milliseconds: hubTime).milliseconds else {
      throw .network("The hub's time is \(hubTime), and not a time in milliseconds since 1970.")
    }
    return hubTime
  }

  /// Runs a transaction of the storage on its queue, and suspends until it has committed.
  func storing<Result: Sendable>(
    _ work: @escaping @Sendable (any SyncStorage) throws -> Result
  ) async throws(SyncError) -> Result {
    do {
      return try await queue.run { [storage] in try work(storage) }
    } catch let error as SyncError { throw error } catch { throw .store("\(error)") }
  }

  /// Runs requests of the transport, and notes that the hub has answered.
  func requesting<Result: Sendable>(
    _ work: () async throws -> Result
  ) async throws(SyncError) -> Result {
    do {
      let result = try await work()
      progress.lastContact = date()
      return result
    } catch let error as HubError {
      progress.lastContact = date()
      throw .hub(error)
    } catch HTTPTransportError.signedOut {
      throw .paused(.signedOut)
    } catch HTTPTransportError.file(let text) {
      throw .store(text)
    } catch let error as SyncError {
      throw error
    } catch { throw .network(error.localizedDescription) }
  }

  // MARK: Local changes

  /// Follows the transactions of the app.
  func follow(_ changes: AsyncStream<Void>) async {
    for await _ in changes {
      lastSave = .now
      await noteLocalChange()
      // The number of unsent changes is read again after a pause. Saves would wait for it otherwise.
      if !progress.isExchanging { try? await Task.sleep(for: .milliseconds(100)) }
    }
  }

  /// Notes that transactions were written to the store.
  func noteLocalChange() async {
    mustCount = true
    handle(.localChange)
    // Nothing is sent now. The number of changes is shown nevertheless.
    if !progress.isExchanging { await refreshStatus() }
  }

  /// Shows the store's figures, with the number of unsent changes.
  func refreshStatus() async {
    do throws(SyncError) { note(try await storing { try $0.overview() }) } catch {
      noteFailedTransaction(error)
    }
    publish()
  }

  /// Shows the failure of a transaction that belongs to no activity.
  func noteFailedTransaction(_ error: SyncError) {
    if case .paused(let reason) = error { refuse(for: reason) } else { progress.lastError = error }
  }
}

extension PauseReason {
  /// Creates the reason that an answer of the hub is, after which the engine does not try again by itself.
  init?(_ error: HubError) {
    switch error.code {
    case .unauthorized: self = .unauthorized
    case .forbidden: self = .forbidden
    case .upgradeRequired: self = .upgradeRequired
    case .badRequest: self = .badRequest
    default: return nil
    }
  }
}
