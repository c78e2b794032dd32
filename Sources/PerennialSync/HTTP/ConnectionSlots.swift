import Synchronization

/// The connections that a session can have at once. A request waits here for a free one, and not in the session, whose
/// clock would run.
final class ConnectionSlots: Sendable {
  private struct State {
    var free: Int
    var waiting: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    var last = 0
  }

  private let state: Mutex<State>

  init(count: Int) { state = Mutex(State(free: count)) }

  /// Waits for a free connection, in the order of the calls.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  func take() async throws {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isFree = state.withLock { state in
          if state.free == 0 || Task.isCancelled {
            state.waiting.append((number, continuation))
            return false
          }
          state.free -= 1
          return true
        }
        if isFree { continuation.resume() }
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  /// Gives a connection to the request that waits longest.
  func giveBack() {
    let next = state.withLock { state in
      if state.waiting.isEmpty {
        state.free += 1
        return CheckedContinuation<Void, any Error>?.none
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume()
  }

  private func cancel(_ number: Int) {
    let continuation = state.withLock { state in
      state.waiting.firstIndex { $0.number == number }.map {
        state.waiting.remove(at: $0).continuation
      }
    }
    continuation?.resume(throwing: CancellationError())
  }
}
