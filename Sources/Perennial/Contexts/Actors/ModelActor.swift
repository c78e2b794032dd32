/// An actor with a context of its own, off the main thread.
///
/// The macro `@ModelActor` generates the conformance.
///
/// ```swift
/// @ModelActor actor Statistics {
///   func countOfTrips() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Trip>()) }
/// }
/// let count = try await Statistics(modelContainer: container).countOfTrips()
/// ```
public protocol ModelActor: Actor {
  /// The container of the actor's context.
  nonisolated var modelContainer: ModelContainer { get }
  /// The executor that runs the actor's work and has its context.
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

  /// The object with an identifier; nil if the object is missing or isn't a `T`.
  ///
  /// ```swift
  /// @ModelActor actor Cook {
  ///   func rename(_ id: PersistentIdentifier, to title: String) throws {
  ///     self[id, as: Recipe.self]?.title = title
  ///     try modelContext.save()
  ///   }
  /// }
  /// ```
  public subscript<T: PersistentModel>(id: PersistentIdentifier, as as: T.Type) -> T? {
    (try? modelContext.existingModel(for: id)) as? T
  }
}
