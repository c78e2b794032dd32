/// Saves a context by itself: at the end of the turn in which it was changed, when it is used after a
/// while if it belongs to no actor, and when the program ends.
final class Autosave {
  /// How long after a change the next use of a context saves that belongs to no actor.
  private static let delay = Duration.milliseconds(100)

  weak var context: ModelContext?
  /// How work is brought to the context's actor; nil where it has none.
  var run: ((@escaping @Sendable () -> Void) -> Void)?
  private var isScheduled = false
  /// When the next use of the context is to save.
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

  /// Something changed.
  func schedule() {
    guard isEnabled, let context else { return }
    guard let run else {
      if term == nil { term = .now + Self.delay }
      return
    }
    if isScheduled { return }
    isScheduled = true
    let reference = ContextReference(context)
    run { reference.context?.autosave.saveNow() }
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

  /// What has changed is being saved, or forgotten.
  func forgetTerm() {
    if term != nil { term = nil }
  }

  /// The context belongs to no actor any more.
  func becomeHomeless() {
    run = nil
    isScheduled = false
    if let context, !context.graph.pending.isEmpty { schedule() }
  }
}

extension ModelContext {
  func scheduleAutosave() { autosave.schedule() }

  /// Has the context wake up on the main actor when others save, and save itself there.
  func belongToMainActor() {
    belong { work in Task { @MainActor in work() } }
  }

  /// Has the context do its own work where `run` brings it.
  func belong(_ run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    if let home = graph.home { graph.leave(home) }
    let reference = GraphReference(graph)
    graph.hasExecutor = true
    graph.inbox.onNews { run { reference.graph?.processNews() } }
    autosave.run = run
  }

  /// Keeps the context until the end of its actor's turn.
  func stayForTurn() {
    let holder = ContextHolder(self)
    autosave.run? { holder.context = nil }
  }
}

extension ObjectGraph {
  /// Saves changes that have waited for the next use of a context that belongs to no actor. Not within a
  /// transaction or a batch, which are whole.
  func saveWhatIsDue() {
    guard awaitsAutosave, transactionDepth == 0, !Draft.isBeingMade else { return }
    context?.autosave.saveIfDue()
  }

  /// Takes in what others have saved, on the context's actor.
  fileprivate func processNews() {
    if let context { context.processPendingChanges() } else { readNews() }
  }
}

/// A context on its way to the actor that it belongs to.
// Sendable: the reference is only followed on the context's own actor, or when the program ends
// and nothing else runs.
final class ContextReference: @unchecked Sendable {
  private(set) weak var context: ModelContext?
  init(_ context: ModelContext) { self.context = context }
}

/// A graph on its way to the actor that its context belongs to.
// Sendable: the reference is only followed on that actor.
private final class GraphReference: @unchecked Sendable {
  weak let graph: ObjectGraph?
  init(_ graph: ObjectGraph) { self.graph = graph }
}

/// A context that is held until its actor gets to it.
// Sendable: the reference is only followed on the context's own actor.
private final class ContextHolder: @unchecked Sendable {
  var context: ModelContext?
  init(_ context: ModelContext) { self.context = context }
}
