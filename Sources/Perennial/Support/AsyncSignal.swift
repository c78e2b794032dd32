/// Wakes a waiting task. A signal without a waiting task is kept for the next one that waits.
package final class AsyncSignal: Sendable {
  private enum State {
    case idle
    case raised
    case waiting(CheckedContinuation<Void, Never>)
  }

  private let state = Guarded(State.idle)

  func raise() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard case .waiting(let continuation) = state else {
        state = .raised
        return nil
      }
      state = .idle
      return continuation
    }
    waiting?.resume()
  }

  /// Returns when the wake-up was raised, or when the task is cancelled.
  package func wait(isolation: isolated (any Actor)?) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = state.withLock { state in
          // Usually one task iterates a sequence. If two tasks wait, the earlier one is resumed and checks
          // again.
          let former = state
          if case .raised = former { state = .idle } else { state = .waiting(continuation) }
          return former
        }
        switch mustWait {
        case .idle: break
        case .raised: continuation.resume()
        case .waiting(let former): former.resume()
        }
      }
    } onCancel: {
      raise()
    }
  }
}
