import Foundation

/// A schema and the stores that keep its objects. Contexts are created for a container.
///
/// Contexts that a program creates retain their container. The main context does not: when the container is
/// released, the main context saves its changes if ``ModelContext/autosaveEnabled`` is true. Objects of the
/// main context that are still referenced keep the stores open. Their main context is still available: it is
/// created again when it is needed. When the last container, context and object are released, the files are
/// closed, and SQLite's additional files are removed.
///
/// ```swift
/// let container = try ModelContainer(for: Trip.self)
/// Task.detached {
///   let context = ModelContext(container)
///   context.insert(Trip())
///   try context.save()
/// }
/// ```
// Sendable: constants, and the main context, which belongs to the main actor.
public class ModelContainer: Equatable, @unchecked Sendable {
  let coordinator: StoreCoordinator
  private var main: ModelContext?
  private var watch: StoreWatch?

  init(_ coordinator: StoreCoordinator) {
    self.coordinator = coordinator
  }

  /// Creates the container that has opened its stores, and begins to watch their files.
  init(opened coordinator: StoreCoordinator) {
    self.coordinator = coordinator
    watch = coordinator.beginWatching { [weak self] tokens in
      Self.postRemoteChange(tokens, of: self)
    }
  }

  /// Creates a container of the same stores, for a main context that has outlived its own container.
  init(standingInFor context: ModelContext) {
    coordinator = context.graph.coordinator
    main = context
    watch = coordinator.watch
  }

  /// The schema of the container: its models, and the models that they are related to or inherit
  /// from.
  public final var schema: Schema { coordinator.schema }
  /// The configurations in use, except those of custom stores.
  public var configurations: Set<ModelConfiguration> { Set(coordinator.configurations) }

  /// The context of the main actor, which is always the same one. It saves automatically at the end of the
  /// main-actor turn in which it was changed.
  ///
  /// ```swift
  /// let container = try ModelContainer(for: Trip.self)
  /// container.mainContext.insert(Trip())
  /// ```
  @MainActor public var mainContext: ModelContext {
    if let main { return main }
    let context = ModelContext(main: self)
    main = context
    return context
  }

  /// Deletes every object of every store.
  ///
  /// The container, its contexts and its observers stay usable. Objects that are still referenced keep their
  /// values and read as deleted: they have no context.
  ///
  /// ```swift
  /// try container.backUpAutomatically(undoing: "erase")
  /// try container.erase()
  /// ```
  ///
  /// - Throws: ``SwiftDataError/readOnlyStore``, ``SwiftDataError/storeFailure``. In that case nothing is
  ///   deleted; but see ``SwiftDataError/partialSave``.
  public func erase() throws {
    try coordinator.erase()
  }

  /// Deletes every object of every store like ``erase()``. An error is logged instead of thrown.
  ///
  /// ```swift
  /// container.deleteAllData()
  /// print(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()))  // 0
  /// ```
  public func deleteAllData() {
    do {
      try erase()
    } catch {
      Log.container.error("deleteAllData failed: \(error)")
    }
  }

  /// Erases the retired entities with their objects: the entities that stores have and the container's schema
  /// does not. Earlier versions of the program left them in the file.
  ///
  /// A migration keeps such objects, because deleting them was not requested. Another program may still use
  /// them if it opens the same store with more models.
  ///
  /// ```swift
  /// for name in try container.eraseRetiredEntities() { print("\(name) was erased.") }
  /// ```
  ///
  /// - Returns: The names of the entities.
  /// - Throws: ``SwiftDataError/readOnlyStore``, ``SwiftDataError/storeFailure``. In that case nothing is
  ///   erased; but see ``SwiftDataError/partialSave``.
  @discardableResult
  public func eraseRetiredEntities() throws -> [String] {
    try coordinator.eraseRetiredEntities()
  }

  /// Returns the identifier of the store of a configuration; nil if the container does not have the configuration.
  ///
  /// That of a default store is a UUID, which its file has from its creation. The identifiers of objects and the tokens
  /// of the history contain it.
  ///
  /// ```swift
  /// let store = container.storeIdentifier(forConfigurationNamed: "trips")
  /// print(identifier.storeIdentifier == store ? "a trip" : "an object of another store")
  /// ```
  public func storeIdentifier(forConfigurationNamed name: String) -> String? {
    coordinator.stores.first { $0.configuration.name == name }?.identifier
  }

  /// Returns the name of the configuration of a store; nil if the container does not have the
  /// store.
  ///
  /// ```swift
  /// if let store = identifier.storeIdentifier {
  ///   let name = container.configurationName(forStoreIdentifier: store)
  ///   print("The object is in the store “\(name ?? store)”.")
  /// }
  /// ```
  public func configurationName(forStoreIdentifier identifier: String) -> String? {
    coordinator.stores.first { $0.identifier == identifier }?.configuration.name
  }

  /// Containers are equal if they share their stores, which is the case only if they are the same container.
  public static func == (lhs: ModelContainer, rhs: ModelContainer) -> Bool {
    lhs.coordinator === rhs.coordinator
  }
}
