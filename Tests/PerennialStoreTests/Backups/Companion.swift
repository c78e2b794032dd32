import Foundation

@testable import Perennial

/// Repeats work on a thread of its own while a test does something else. The threads of tasks may all be
/// busy with tests.
final class Companion: Sendable {
  private struct State {
    var rounds = 0
    var isOver = false
    var hasEnded = false
    var error: (any Error)?
  }

  private let state = Guarded(State())

  init(_ work: @escaping @Sendable (_ round: Int) throws -> Void) {
    Thread.detachNewThread { [state] in
      var number = 0
      while !state.withLock(\.isOver) {
        do {
          try work(number)
        } catch {
          state.withLock { $0.error = error }
          break
        }
        number += 1
        state.withLock { $0.rounds = number }
      }
      state.withLock { $0.hasEnded = true }
    }
  }

  /// The number of rounds that are done.
  var rounds: Int { state.withLock(\.rounds) }

  /// Waits until another round has begun and ended.
  func waitForMore() async throws {
    let seen = rounds
    while rounds < seen + 2, !state.withLock(\.hasEnded) {
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Ends it, and throws what it has thrown.
  ///
  /// - Returns: How many rounds there were.
  func end() async throws -> Int {
    state.withLock { $0.isOver = true }
    while !state.withLock(\.hasEnded) { try await Task.sleep(for: .milliseconds(1)) }
    if let error = state.withLock(\.error) { throw error }
    return rounds
  }
}
