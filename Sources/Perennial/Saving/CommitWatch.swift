/// Tells whether anything was saved in a container, or is being saved, by any of its contexts.
///
/// A commit can be seen in the store before its event has reached everybody. Between the two the
/// watch is not quiet.
final class CommitWatch: Sendable {
  struct State: Equatable {
    fileprivate(set) var begun = 0
    fileprivate(set) var told = 0

    /// Whether everybody has been told of everything that the store holds.
    var isQuiet: Bool { begun == told }
  }

  private let guarded = Guarded(State())

  var state: State { guarded.withLock { $0 } }

  /// Runs what commits something and tells everybody of it.
  func during<Result>(_ work: () throws -> Result) rethrows -> Result {
    guarded.withLock { $0.begun += 1 }
    defer { guarded.withLock { $0.told += 1 } }
    return try work()
  }
}
