import PerennialInspection
import Synchronization

/// The edits of a studio, which can be undone and made again until it ends.
final class EditHistory: Sendable {
  /// An edit, or the reversal of one.
  struct Entry: Sendable {
    /// The number of the edit, counted from 1.
    let number: Int
    /// The words for the edit, such as “Edit of Minestrone”.
    let title: String
    fileprivate let step: EditStep
  }

  private struct State {
    var count = 0
    var done: [Entry] = []
    var undone: [Entry] = []

    mutating func add(_ step: EditStep, _ title: String) {
      count += 1
      done.append(Entry(number: count, title: title, step: step))
      if done.count > EditHistory.limit { done.removeFirst() }
      undone = []
    }
  }

  /// The number of edits that are kept.
  private static let limit = 100

  private let state = Mutex(State())
  /// Is locked while an edit waits for SQLite. Pages read the state meanwhile.
  private let editing = Mutex(())

  /// The edit that can be undone, and the one that can be made again.
  var ends: (done: Entry?, undone: Entry?) { state.withLock { ($0.done.last, $0.undone.last) } }

  /// Runs an edit and adds it, unless it changes nothing. Edits run one after the other.
  func run(_ title: String, _ edit: () throws -> EditStep) throws -> EditStep {
    try editing.withLock { _ in
      let step = try edit()
      if !step.isEmpty { state.withLock { $0.add(step, title) } }
      return step
    }
  }

  /// Undoes the last edit.
  ///
  /// - Parameter number: The number of the edit that the user has seen as the last one.
  /// - Throws: ``EditHistoryError/outdated``; the errors of the reversal, in which case the edit stays the last one.
  func undo(_ number: Int, by revert: (EditStep) throws -> EditStep) throws -> EditStep {
    try move(number, from: \.done, to: \.undone, by: revert)
  }

  /// Makes the edit again that was undone last.
  ///
  /// - Throws: As ``undo(_:by:)``.
  func redo(_ number: Int, by revert: (EditStep) throws -> EditStep) throws -> EditStep {
    try move(number, from: \.undone, to: \.done, by: revert)
  }

  private func move(
    _ number: Int, from source: WritableKeyPath<State, [Entry]>,
    to target: WritableKeyPath<State, [Entry]>, by revert: (EditStep) throws -> EditStep
  ) throws -> EditStep {
    try editing.withLock { _ in
      guard let last = state.withLock({ $0[keyPath: source].last }), last.number == number else {
        throw EditHistoryError.outdated
      }
      let step = try revert(last.step)
      state.withLock {
        $0[keyPath: source].removeLast()
        $0[keyPath: target].append(Entry(number: last.number, title: last.title, step: step))
      }
      return step
    }
  }
}

/// A reason why an edit of the history cannot be undone.
enum EditHistoryError: Error {
  /// Another page of the studio has made or undone an edit meanwhile.
  case outdated
}
