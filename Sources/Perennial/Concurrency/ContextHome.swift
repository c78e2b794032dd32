import Foundation

/// The main actor as the place of a context that was made there.
///
/// The compiler does not keep such a context there: it may be handed to a task or an actor, like every
/// value that has one owner. So the context moves out when it is used elsewhere. A job on the main actor
/// and the first use elsewhere exclude each other, and no job does anything after that.
// Sendable: the flag is reached under the lock only.
final class ContextHome: @unchecked Sendable {
  // Recursive, because a job may save, which runs code of the program.
  private let lock = NSRecursiveLock()
  private var isLeft = false

  /// Does work on the main actor, unless the context has moved out by then.
  func run(_ work: @escaping @Sendable () -> Void) {
    Task { @MainActor in workHere(work) }
  }

  private func workHere(_ work: () -> Void) {
    lock.lock()
    defer { lock.unlock() }
    if !isLeft { work() }
  }

  /// The context moves out. Returns when no job is running.
  func leave() {
    lock.lock()
    defer { lock.unlock() }
    isLeft = true
  }
}

extension ModelContext {
  /// Has a context that is being made belong to the main actor, on which it is made.
  func belongToCurrentHome() {
    let home = ContextHome()
    belong { work in home.run(work) }
    graph.home = home
  }
}

extension ObjectGraph {
  /// Looks where a context is used that was made on the main actor.
  func reviewHome() {
    guard let home, !MainQueue.isCurrent else { return }
    leave(home)
    hasExecutor = false
    inbox.onNews(nil)
    feed?.review()
    // Their observers are told by the contexts that save, now that this one is not woken.
    for table in tables where table.isObserved {
      for model in table.objects { keepInformed(model) }
    }
    context?.forgetTurn()
    context?.autosave.becomeHomeless()
  }

  /// Ends the jobs of the context on the main actor.
  func leave(_ home: ContextHome) {
    home.leave()
    self.home = nil
  }
}
