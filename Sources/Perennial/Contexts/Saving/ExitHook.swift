import Foundation

/// Saves the contexts with autosave when the program ends normally.
final class ExitHook: Sendable {
  static let shared = ExitHook()
  // The contexts are used when the program ends, and nothing else runs.
  private let contexts = Guarded<[Weak<ModelContext>]>([])

  private init() {
    atexit {
      for reference in ExitHook.shared.contexts.value {
        reference.object?.autosave.saveNow()
      }
    }
  }

  func add(_ context: ModelContext) {
    contexts.withLock { $0.append(Weak(context)) }
  }

  func remove(_ context: ModelContext) {
    let identity = ObjectIdentifier(context)
    contexts.withLock { $0.removeAll { $0.object.map(ObjectIdentifier.init) == identity } }
  }

  func forgetDead() {
    contexts.withLock { $0.removeAll { $0.object == nil } }
  }
}
