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
  }

  /// The number of edits that are kept.
  private static let limit = 100

  private let state = Mutex(State())

  /// The edit that can be undone, and the one that can be made again.
  var ends: (done: Entry?, undone: Entry?) { state.withLock { ($0.done.last, $0.undone.last) } }

  /// Runs an edit and adds it, unless it changes nothing. Edits run one after the other.
  func run(_ title: String, _ edit: () throws -> EditStep) throws -> EditStep {
    try state.withLock { state in
      let step = try edit()
      if step.isEmpty { return step }
      state.count += 1
      state.done.append(Entry(number: state.count, title: title, step: step))
      if state.done.count > Self.limit { state.done.removeFirst() }
      state.undone = []
      return step
    }
  }

  /// Undoes the last edit.
  ///
  /// - Parameter number: The number of the edit that the user has seen as the last one.
  /// - Throws: ``EditHistoryError/outdated``; the errors of the reversal, in which case the edit stays the last one.
  func undo(_ number: Int, by revert: (EditStep) throws -> EditStep) throws -> EditStep {
    try state.withLock { try Self.move(number, from: &$0.done, to: &$0.undone, by: revert) }
  }

  /// Makes the edit again that was undone last.
  ///
  /// - Throws: As ``undo(_:by:)``.
  func redo(_ number: Int, by revert: (EditStep) throws -> EditStep) throws -> EditStep {
    try state.withLock { try Self.move(number, from: &$0.undone, to: &$0.done, by: revert) }
  }

  private static func move(
    _ number: Int, from source: inout [Entry], to target: inout [Entry],
    by revert: (EditStep) throws -> EditStep
  ) throws -> EditStep {
    guard let last = source.last, last.number == number else { throw EditHistoryError.outdated }
    let step = try revert(last.step)
    source.removeLast()
    target.append(Entry(number: last.number, title: last.title, step: step))
    return step
  }
}

/// A reason why an edit of the history cannot be undone.
enum EditHistoryError: Error {
  /// Another page of the studio has made or undone an edit meanwhile.
  case outdated
}
