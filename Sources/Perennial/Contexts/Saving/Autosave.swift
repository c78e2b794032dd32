/// Saves a context automatically.
///
/// A context of an actor is saved at the end of the turn in which it was changed. A context of no actor is
/// saved when it is used some time after a change. Both are saved when the program ends.
final class Autosave {
  /// The time after a change from which the next use of a context of no actor saves.
  private static let delay = Duration.milliseconds(100)

  weak var context: ModelContext?
  /// The closure that runs work on the context's actor; nil if the context has no actor.
  var run: ((@escaping @Sendable () -> Void) -> Void)?
  private var isScheduled = false
  /// The time from which the next use of the context saves.
  private var term: ContinuousClock.Instant? {
    didSet { context?.graph.awaitsAutosave = term != nil }
  }

  var isEnabled = false {
    didSet {
      guard isEnabled != oldValue, let context else { return }
      if isEnabled {
        ExitHook.shared.add(context)
        if !context.graph.pending.isEmpty { schedule() }
      } else {
        ExitHook.shared.remove(context)
        forgetTerm()
      }
    }
  }

  func end() {
    if isEnabled { ExitHook.shared.forgetDead() }
  }

  /// Schedules a save after a change.
  func schedule() {
    guard isEnabled, let context else { return }
    guard let run else {
      if term == nil { term = .now + Self.delay }
      return
    }
    if isScheduled { return }
    isScheduled = true
    // The reference is only read on the context's own actor.
    nonisolated(unsafe) let reference = Weak(context)
    run { reference.object?.autosave.saveNow() }
  }

  func saveNow() {
    isScheduled = false
    guard isEnabled, let context, !context.graph.pending.isEmpty else { return }
    do {
      try context.graph.save()
    } catch {
      Log.context.error("autosave failed, the changes stay pending: \(error)")
      if run == nil { schedule() }
    }
  }

  // MARK: Contexts of no actor

  /// Saves if a change has waited long enough.
  func saveIfDue() {
    if let term, .now >= term { saveNow() }
  }

  /// Cancels the scheduled save, because the changes are being saved or discarded.
  func forgetTerm() {
    if term != nil { term = nil }
  }

  /// Detaches the context from its actor. The next uses of the context save its changes.
  func detachFromMainActor() {
    run = nil
    isScheduled = false
    if let context, !context.graph.pending.isEmpty { schedule() }
  }
}

extension ModelContext {
  /// Makes the context belong to the main actor: it merges remote changes and saves there.
  func belongToMainActor() {
    belong { work in Task { @MainActor in work() } }
  }

  /// Makes the context belong to the actor on which `run` executes work.
  func belong(_ run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    if let binding = graph.mainActorBinding { graph.leave(binding) }
    // The reference is only read on the actor.
    nonisolated(unsafe) let reference = Weak(graph)
    graph.hasExecutor = true
    graph.inbox.wake.value = {
      run {
        if let context = reference.object?.context { return context.processPendingChanges() }
        reference.object?.mergeRemoteChanges()
      }
    }
    autosave.run = run
  }

  /// Keeps the context alive until the end of its actor's turn.
  func stayForTurn() {
    let holder = ContextHolder(self)
    autosave.run? { holder.context = nil }
  }
}

/// A strong reference that keeps a context alive until its actor runs a closure.
// Sendable: the reference is only read on the context's own actor.
private final class ContextHolder: @unchecked Sendable {
  var context: ModelContext?
  init(_ context: ModelContext) { self.context = context }
}
