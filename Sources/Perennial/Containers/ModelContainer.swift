import Foundation

/// A schema and the stores that keep its objects: what contexts are made for.
///
/// Contexts that a program makes keep their container. The main context does not: when the container is
/// released, it saves what has changed, if ``ModelContext/autosaveEnabled`` is true. Objects of the main
/// context that are still held keep the stores open, and have a main context as before: it is made again
/// when it is asked for. When the last container, context and object are released, the files are closed,
/// and what SQLite keeps beside them is removed.
// Sendable: constants, and the main context, which belongs to the main actor.
public class ModelContainer: Equatable, @unchecked Sendable {
  let coordinator: StoreCoordinator
  private var main: ModelContext?
  private var watch: StoreWatch?

  init(_ coordinator: StoreCoordinator) {
    self.coordinator = coordinator
  }

  /// A container of the same stores, for a main context that has outlived its own.
  init(standingInFor context: ModelContext) {
    coordinator = context.graph.coordinator
    main = context
    watch = coordinator.watch
  }

  /// Opens the stores of a schema, and makes them where there are none.
  ///
  /// A store that was made with another schema is migrated: by the plan, if there is one and the
  /// store is at one of its versions, and else by what the schemas have in common. If that removes values
  /// without a plan, an automatic backup is made first. See Documentation/Migrations.md.
  ///
  /// - Throws: ``SwiftDataError``, in particular ``SwiftDataError/loadIssueModelContainer`` if a
  ///   file cannot be opened or is not a store, ``SwiftDataError/migrationFailure`` if it cannot
  ///   be migrated, and ``SwiftDataError/unknownSchema`` if it has none of the schema's entities. The store
  ///   is as it was in that case.
  public init(
    for givenSchema: Schema,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    coordinator = try StoreCoordinator(
      givenSchema, migrationPlan: migrationPlan, configurations: configurations)
    coordinator.container = self
    watch = coordinator.beginWatching()
  }

  public convenience init(
    for givenSchema: Schema,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens the stores of these models and of those that they are related to.
  public convenience init(
    for forTypes: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens stores of any kinds: files of this framework, and stores that the program brings along.
  ///
  /// ```swift
  /// let container = try ModelContainer(
  ///   for: Trip.self, configurations: JSONStoreConfiguration(url: url))
  /// ```
  ///
  /// - Throws: what the configurations and stores throw, and the errors of the other initialisers.
  @_disfavoredOverload
  public init(
    for givenSchema: Schema, configurations: [any DataStoreConfiguration]
  ) throws {
    coordinator = try StoreCoordinator(
      givenSchema, migrationPlan: nil, configurations: configurations)
    coordinator.container = self
    watch = coordinator.beginWatching()
  }

  /// Opens stores of any kinds for these models and those that they are related to.
  @_disfavoredOverload
  public convenience init(
    for forTypes: any PersistentModel.Type..., configurations: any DataStoreConfiguration...
  ) throws {
    try self.init(for: Schema(forTypes), configurations: configurations)
  }

  public final var schema: Schema { coordinator.schema }
  public final var migrationPlan: (any SchemaMigrationPlan.Type)? { coordinator.migrationPlan }
  /// The configurations in force, but for those of custom stores.
  public var configurations: Set<ModelConfiguration> { Set(coordinator.configurations) }

  /// The context of the main actor: always the same one. It saves by itself at the end of the turn
  /// in which it was changed.
  @MainActor public var mainContext: ModelContext {
    if let main { return main }
    let context = ModelContext(main: self)
    main = context
    return context
  }

  /// Removes every object of every store.
  ///
  /// The container, its contexts and its observers stay usable. Objects that somebody holds keep
  /// their values and read as deleted ones: they have no context.
  ///
  /// - Throws: ``SwiftDataError/readOnlyStore``, ``SwiftDataError/storeFailure``. Nothing is
  ///   removed in that case; but see ``SwiftDataError/partialSave``.
  public func erase() throws {
    try coordinator.erase()
  }

  /// As ``erase()``; an error is logged instead of thrown.
  public func deleteAllData() {
    do {
      try erase()
    } catch {
      Log.container.error("deleteAllData failed: \(error)")
    }
  }

  /// What was done to the stores when the container opened them; those that had its schema already
  /// are not among them.
  public var migrationReports: [MigrationReport] { coordinator.stores.compactMap(\.migration) }

  /// Removes, with their objects, the entities that stores have and the container's schema does not:
  /// what earlier versions of the program left behind.
  ///
  /// A migration keeps such objects, because nobody said that they should go. Another program may
  /// use them still, if it opens the same store with more models.
  ///
  /// - Returns: The names of the entities.
  /// - Throws: ``SwiftDataError/readOnlyStore``, ``SwiftDataError/storeFailure``. Nothing is
  ///   removed in that case; but see ``SwiftDataError/partialSave``.
  @discardableResult
  public func eraseRetiredEntities() throws -> [String] {
    try coordinator.eraseRetiredEntities()
  }

  /// The identifier of the store of a configuration.
  public func storeIdentifier(forConfigurationNamed name: String) -> String? {
    coordinator.stores.first { $0.configuration.name == name }?.identifier
  }

  public func configurationName(forStoreIdentifier identifier: String) -> String? {
    coordinator.stores.first { $0.identifier == identifier }?.configuration.name
  }

  /// Containers are equal if they share their stores, which is to say: if they are the same.
  public static func == (lhs: ModelContainer, rhs: ModelContainer) -> Bool {
    lhs.coordinator === rhs.coordinator
  }
}
