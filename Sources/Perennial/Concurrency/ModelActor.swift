/// An actor that works in a context of its own, off the main thread.
///
/// `@ModelActor` writes the conformance.
public protocol ModelActor: Actor {
  nonisolated var modelContainer: ModelContainer { get }
  nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
  /// The executor that owns the actor's context.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    if let serial = modelExecutor as? any SerialExecutor {
      return serial.asUnownedSerialExecutor()
    }
    return MainActor.sharedUnownedExecutor
  }

  /// The actor's context.
  public var modelContext: ModelContext { modelExecutor.modelContext }

  /// The object of an identifier, or nil if there is none or it is not a `T`.
  public subscript<T: PersistentModel>(id: PersistentIdentifier, as as: T.Type) -> T? {
    (try? modelContext.existingModel(for: id)) as? T
  }
}
