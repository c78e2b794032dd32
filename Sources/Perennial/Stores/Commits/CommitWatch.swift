/// Counts the saves of a container's contexts: those that have begun, and those that have been announced.
///
/// Two equal states that are quiet prove that no context has saved in between, and that none is saving.
///
/// A commit can be visible in the store before its event has been announced to all listeners. Between the
/// two the watch is not quiet.
final class CommitWatch: Sendable {
  struct State: Equatable {
    fileprivate(set) var begun = 0
    fileprivate(set) var told = 0

    /// `true` if all commits to the store have been announced.
    var isQuiet: Bool { begun == told }
  }

  private let guarded = Guarded(State())

  var state: State { guarded.value }

  /// Counts a commit that begins.
  func begin() { guarded.withLock { $0.begun += 1 } }

  /// Counts a commit that was announced, or has failed.
  func end() { guarded.withLock { $0.told += 1 } }
}
