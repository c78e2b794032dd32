import Foundation

/// Saves a context by itself: at the end of the turn in which it was changed, and when the program
/// ends.
final class Autosave {
  weak var context: ModelContext?
  /// How work is brought to the context's actor; nil where it has none.
  var run: ((@escaping @Sendable () -> Void) -> Void)?
  private var isScheduled = false

  var isEnabled = false {
    didSet {
      guard isEnabled != oldValue, let context else { return }
      if isEnabled {
        ExitHook.shared.add(context)
        if !context.graph.pending.isEmpty { schedule() }
      } else {
        ExitHook.shared.remove(context)
      }
    }
  }

  func end() {
    if isEnabled { ExitHook.shared.forgetDead() }
  }

  /// Something changed.
  func schedule() {
    guard isEnabled, !isScheduled, let run, let context else { return }
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
    }
  }
}

/// A context on its way to the actor that it belongs to.
// Sendable: the reference is only followed on the context's own actor, or when the program ends
// and nothing else runs.
final class ContextReference: @unchecked Sendable {
  private(set) weak var context: ModelContext?
  init(_ context: ModelContext) { self.context = context }
}

/// Saves the contexts that save by themselves when the program ends normally.
final class ExitHook: Sendable {
  static let shared = ExitHook()
  private let contexts = Guarded<[ContextReference]>([])

  private init() {
    atexit {
      for reference in ExitHook.shared.contexts.withLock({ $0 }) {
        reference.context?.autosave.saveNow()
      }
    }
  }

  func add(_ context: ModelContext) {
    let reference = ContextReference(context)
    contexts.withLock { $0.append(reference) }
  }

  func remove(_ context: ModelContext) {
    let identity = ObjectIdentifier(context)
    contexts.withLock { $0.removeAll { $0.context.map(ObjectIdentifier.init) == identity } }
  }

  func forgetDead() {
    contexts.withLock { $0.removeAll { $0.context == nil } }
  }
}

extension ModelContext {
  func scheduleAutosave() { autosave.schedule() }

  /// Has the context wake up on the main actor when others save, and save itself there.
  @MainActor func belongToMainActor() {
    belong { work in Task { @MainActor in work() } }
  }

  /// Has the context do its own work where `run` brings it.
  func belong(_ run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    let reference = ContextReference(self)
    graph.hasExecutor = true
    graph.inbox.onNews { run { reference.context?.processPendingChanges() } }
    autosave.run = run
  }
}
