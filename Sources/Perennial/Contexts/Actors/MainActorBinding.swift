import Foundation

/// The main actor as the executor of a context that was made there.
///
/// The compiler does not keep such a context on the main actor: it can be passed to a task or another actor,
/// like every value with a single owner. So the context leaves the main actor when it is used elsewhere. Jobs
/// on the main actor and the first use elsewhere exclude each other. Afterwards jobs have no effect.
// Sendable: the flag is only accessed under the lock.
final class MainActorBinding: @unchecked Sendable {
  // Recursive, because a job may save, which runs code of the program.
  private let lock = NSRecursiveLock()
  private var isLeft = false

  /// Runs work on the main actor, unless the context has left it by then.
  func run(_ work: @escaping @Sendable () -> Void) {
    Task { @MainActor in workHere(work) }
  }

  private func workHere(_ work: () -> Void) {
    lock.lock()
    defer { lock.unlock() }
    if !isLeft { work() }
  }

  /// Marks the context as having left the main actor. Returns when no job is running.
  func leave() {
    lock.lock()
    defer { lock.unlock() }
    isLeft = true
  }
}

extension ModelContext {
  /// Attaches a new context to the main actor, on which it is made.
  func belongToCurrentHome() {
    let binding = MainActorBinding()
    belong { work in binding.run(work) }
    graph.mainActorBinding = binding
  }
}
