import PerennialRecords
import PerennialReplication

extension SyncEngine {
  /// Takes the knowledge of the store into the status.
  func note(_ overview: StoreOverview) {
    position = overview.position
    progress.conflicts = overview.conflictCount
    missingAssets = overview.missingAssets
    progress.missingAssets = missingAssets.count
    progress.sealedRecords = overview.sealedRecordCount
    progress.lateRecords = overview.lateRecordCount
    progress.unwrittenRecords = overview.unwrittenRecordCount
    progress.isInitialImportDone = position.isInitialImportDone
    guard let unsent = overview.unsent else { return }
    progress.pendingUploads = unsent.pending
    progress.refusedRecords = unsent.refused
  }

  /// Shows the present state.
  func publish() {
    progress.pause = isStarted ? pauses.first : nil
    progress.readOnly = state.refusal
    progress.isRunning = state.isRunning && pauses.isEmpty
    progress.hasPendingDownloads = state.hasRemoteChanges || state.activity == .pulling
    progress.isExchanging = state.isExchanging
    status.update(progress)
  }

  // MARK: Waiting for the end

  /// Exchanges all changes.
  ///
  /// - Throws: ``SyncError`` if a failure, a pause or a refusal hinders the exchange. The engine itself tries
  ///   again later. `CancellationError` if the task is cancelled.
  public func synchronize() async throws {
    guard isStarted else { throw SyncError.stopped }
    if let pause = pauses.first { throw SyncError.paused(pause) }
    // The start exchanges all changes by itself.
    if isStarting { return try await finishExchange() }
    if state.isExchanging {
      // A request that is under way can have failed before this call. The call makes an attempt of its own.
      do {
        try await waitForEnd()
      } catch let error as SyncError {
        guard state.isRunning, pauses.isEmpty else { throw error }
      }
    }
    guard state.isRunning else { throw SyncError.stopped }
    if state.activity == .waiting {
      // A hub that has asked for a pause is not asked before its end.
      if state.isThrottled { throw progress.lastError ?? SyncError.stopped }
      timerTask.map { tasks[$0]?.cancel() }
      timerTask = nil
      handle(.timer)
    }
    handle(.remoteChange)
    try await finishExchange()
  }

  private func finishExchange() async throws {
    try await waitForEnd()
    if let refusal = state.refusal, progress.pendingUploads > 0 { throw SyncError.hub(refusal) }
    if progress.refusedRecords > 0 { throw SyncError.refused(progress.refusedRecords) }
  }

  private func waitForEnd() async throws {
    lastWaiter += 1
    let number = lastWaiter
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        waiters[number] = continuation
        if Task.isCancelled { cancelWaiter(number) } else { settleWaiters() }
      }
    } onCancel: {
      Task { await self.cancelWaiter(number) }
    }
  }

  private func cancelWaiter(_ number: Int) {
    waiters.removeValue(forKey: number)?.resume(throwing: CancellationError())
  }

  /// Resumes the waiting tasks if all is exchanged, or if an attempt has failed.
  func settleWaiters() {
    guard !waiters.isEmpty else { return }
    if state.isRunning, state.activity == .waiting {
      failWaiters(progress.lastError ?? .stopped)
    } else if let pause = pauses.first {
      failWaiters(refusal ?? .paused(pause))
    } else if state.isIdle {
      let finished = waiters.values
      waiters = [:]
      for waiter in finished { waiter.resume() }
    }
  }

  /// The hub's answer that has paused the engine.
  private var refusal: SyncError? {
    guard case .hub(let error)? = progress.lastError, PauseReason(error) != nil else { return nil }
    return .hub(error)
  }

  func failWaiters(_ error: SyncError) {
    let failed = waiters.values
    waiters = [:]
    for waiter in failed { waiter.resume(throwing: error) }
  }
}

extension EngineState {
  /// `true` if a request is under way.
  var isExchanging: Bool {
    switch activity {
    case .pulling, .pushing, .restarting: true
    case .none, .waiting: false
    }
  }

  /// `true` if all is exchanged.
  var isIdle: Bool {
    isRunning && activity == .none && !hasRemoteChanges && !hasLocalChanges
  }
}
