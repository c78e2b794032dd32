import PerennialRecords

extension EngineState {
  /// Takes an event and returns the effects that follow.
  ///
  /// ```swift
  /// var state = EngineState(seed: 17)
  /// for effect in state.handle(.start) {
  ///   if case .pull = effect { print("Request a page, then handle .pulled(moreComing:).") }
  /// }
  /// ```
  public mutating func handle(_ event: EngineEvent) -> [EngineEffect] {
    switch event {
    case .start: return start()
    case .stop: return stop()
    case .localChange:
      hasLocalChanges = true
      return proceed()
    case .remoteChange:
      hasRemoteChanges = true
      isListening = false
      return proceed()
    case .reachability(let isReachable):
      let hasAppeared = isReachable && !self.isReachable
      self.isReachable = isReachable
      if hasAppeared { hasRemoteChanges = true }
      // The network may have been the cause of the failure. A hub that has named a time is not asked before.
      if hasAppeared, activity == .waiting, !isThrottled { activity = .none }
      return proceed()
    case .timer:
      guard activity == .waiting else { return [] }
      isThrottled = false
      activity = .none
      return proceed()
    case .pulled(let moreComing):
      guard activity == .pulling else { return [] }
      activity = .none
      // A pull says nothing of a push that fails again and again.
      if !hasFailedToPush { succeed() }
      hasRemoteChanges = hasRemoteChanges || moreComing
      // A merge can leave something to send: an object with a new name, or data that the hub has lost.
      hasLocalChanges = true
      return proceed()
    case .pushed(let wasAny):
      guard activity == .pushing else { return [] }
      activity = .none
      if isHubFull, !wasAny {
        // The rest is sent now. It may fail as before, so this is no success yet.
        isHubFull = false
        hasLocalChanges = true
      } else {
        succeed()
        hasLocalChanges = hasLocalChanges || wasAny
      }
      return proceed()
    case .restarted:
      guard activity == .restarting else { return [] }
      activity = .none
      return proceed()
    case .failed(let failure): return fail(failure)
    }
  }

  private mutating func start() -> [EngineEffect] {
    guard !isRunning else { return [] }
    isRunning = true
    halt = nil
    // A power cut can have taken back the last transactions of the store, and the hub can have them. So each engine
    // reads before it writes.
    hasRemoteChanges = true
    hasLocalChanges = true
    return proceed()
  }

  private mutating func stop() -> [EngineEffect] {
    let former = self
    self = EngineState(seed: random.next())
    isReachable = former.isReachable
    return former.isListening ? [.stopListening] : []
  }

  private mutating func succeed() {
    failures = 0
    restarts = 0
    hasFailedToPush = false
  }

  /// Begins the next activity, if there is one.
  private mutating func proceed() -> [EngineEffect] {
    guard isRunning, isReachable, halt == nil, activity == .none else { return [] }
    if hasRemoteChanges {
      hasRemoteChanges = false
      activity = .pulling
      return [.pull]
    }
    // The changes stay in the store. They are sent after a start for which the hub takes them.
    if refusal != nil { hasLocalChanges = false }
    if hasLocalChanges {
      hasLocalChanges = false
      activity = .pushing
      return [isHubFull ? .pushDeletions : .push]
    }
    guard !isListening else { return [] }
    isListening = true
    return [.listen]
  }

  // MARK: Failures

  private mutating func fail(_ failure: EngineFailure) -> [EngineEffect] {
    guard activity != .none, activity != .waiting else { return [] }
    if case .hub(let error) = failure, error.code == .forbidden, refusal == nil {
      return refuse(error)
    }
    hasFailedToPush = hasFailedToPush || activity == .pushing
    hasRemoteChanges = true
    guard case .hub(let error) = failure else { return wait(nil) }
    switch error.code {
    case .tokenExpired: return restart(.restart(.sweep))
    case .hubRestored: return restart(.restart(.offer))
    case .clockAhead:
      guard let hubTime = error.hubTime else { return wait(error.retryAfter) }
      return restart(.stampAgain(hubTime: hubTime))
    case .unauthorized, .forbidden, .upgradeRequired, .badRequest:
      activity = .none
      halt = error
      return []
    case .quotaExceeded:
      isHubFull = true
      return wait(error.retryAfter)
    case .tooLarge, .tryAgainLater, .accountMoved, .internalError: return wait(error.retryAfter)
    }
  }

  /// Ends the sending of changes, because the device may only read, and goes on with receiving.
  private mutating func refuse(_ error: HubError) -> [EngineEffect] {
    // A pull can send assets, too. It is tried again, and the next refusal halts the engine.
    if activity != .pushing { hasRemoteChanges = true }
    refusal = error
    activity = .none
    succeed()
    return proceed()
  }

  private mutating func restart(_ effect: EngineEffect) -> [EngineEffect] {
    // A hub that asks for it again and again is not asked without a pause.
    guard restarts < 3 else {
      restarts = 0
      return wait(nil)
    }
    restarts += 1
    activity = .restarting
    return [effect]
  }

  /// Waits before the next attempt, at least as long as the hub has asked for.
  private mutating func wait(_ seconds: Double?) -> [EngineEffect] {
    activity = .waiting
    failures += 1
    let ownChoice = random.pause(afterFailures: failures)
    isThrottled = seconds != nil
    let asked = seconds.flatMap { Int64(exactly: ($0 * 1000).rounded(.up)) } ?? 0
    return [.wait(milliseconds: max(ownChoice, min(max(asked, 0), Self.longestAskedWait)))]
  }

  /// A day, in milliseconds: the longest time for which a hub can send a device away.
  private static let longestAskedWait: Int64 = 86_400_000
}
