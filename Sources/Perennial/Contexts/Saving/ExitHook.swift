import Foundation

/// Saves the contexts with autosave when the program ends normally.
final class ExitHook: Sendable {
  static let shared = ExitHook()
  private let contexts = Guarded<[ContextReference]>([])

  private init() {
    atexit {
      for reference in ExitHook.shared.contexts.value {
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
