/// Carries out one step of a migration, inside its transaction.
struct StageMigration {
  let step: MigrationStep
  let migration: StoreMigration
  let connection: Connection
  /// The identifier of the store.
  let store: String

  /// Carries out the step.
  ///
  /// - Parameter willRemove: A closure that is called before values are removed without a plan.
  func run(
    willRemove: ([ValueRemoval.Found]) throws -> Void
  ) throws -> MigrationReport.Step {
    try StoreHistory.adoptOtherPrograms(beforeMigrationOn: connection)
    if let code = step.willMigrate {
      try perform(code, named: "willMigrate", layouts: step.before, version: step.formerVersion)
    }
    let former = try StoreMetadata.descriptions(on: connection)
    let comparison = try SchemaComparison(
      from: former, to: step.after,
      isSupervised: step.isCustom, on: connection)
    let lightweight = LightweightMigration(
      comparison: comparison, connection: connection, store: store)
    try refuse(lightweight.issues(isDryRun: false))
    if !step.isPlanned {
      let removals = try comparison.removals.compactMap { try $0.found(on: connection) }
      if !removals.isEmpty { try willRemove(removals) }
    }
    let unassigned = UnassignedValues(
      attributes: comparison.unassigned, connection: connection)
    try unassigned.note()
    try refuse(lightweight.run())
    try unassigned.watch()
    try StoreMetadata.describe(
      FirstNames.carried(from: former, to: step.after.map(EntityDescription.init)),
      on: connection, version: step.version)
    let retired = try retire(comparison.retired)
    try lightweight.installNotes()
    if let code = step.didMigrate {
      try perform(code, named: "didMigrate", layouts: step.after, version: step.version)
    }
    try refuse(
      unassigned.issues(store: store)
        + comparison.lateChecks.compactMap { try $0.issue(on: connection, store: store) })
    try unassigned.end()
    try refuse(lightweight.makeLateIndices())
    return .init(
      source: step.source, target: step.target, isCustom: step.isCustom,
      changes: comparison.changes + retired)
  }

  private func refuse(_ issues: [MigrationIssue]) throws {
    if issues.isEmpty { return }
    throw MigrationIssue.error(issues, path: connection.path)
  }

  /// Removes entities without objects that the plan's source version has and its target version does not.
  /// Other entities stay in the file with their objects, because the plan does not say that they are to be
  /// deleted.
  private func retire(_ entities: [EntityDescription]) throws -> [MigrationChange] {
    let known = Set(step.before.map(\.entityName))
    return try entities.map { entity in
      let (count, isShared) = try StoreMetadata.count(entity, on: connection)
      // The columns of a class are not removed from a table that it shares with other classes.
      guard count == 0, known.contains(entity.name), !isShared else {
        return .retiredEntity(entity.name, objects: count)
      }
      try StoreMetadata.remove(entity, on: connection)
      return .removedEntity(entity.name)
    }
  }

  // MARK: The program's code

  /// Runs code of the program with a context of the file as it is now. Saves the changes that the code has
  /// not saved.
  private func perform(
    _ code: StageCode, named name: String, layouts: [ModelLayout], version: Schema.Version?
  ) throws {
    try ReferenceTriggers.create(on: connection)
    do {
      let store = try SQLiteStore(
        stageOf: migration.configuration, layouts: layouts, identifier: store,
        remaining: Set(migration.layouts.map(\.entityName)), on: connection)
      defer { store.endStage() }
      let types = layouts.map(\.type)
      let coordinator = StoreCoordinator(
        version.map { Schema(types, version: $0) } ?? Schema(types),
        configurations: [migration.configuration], stores: [store], adapters: [nil])
      coordinator.attach(ContainerMigrations(plan: migration.plan?.type))
      let context = ModelContext(ModelContainer(coordinator))
      try code(context)
      if context.hasChanges { try context.save() }
    } catch {
      let reason = (error as? SwiftDataError)?.description ?? "\(error)"
      throw SwiftDataError.migrationFailure.because(
        """
        \(connection.path): \(name) of the stage from \(step.source) to \(step.target) failed: \
        \(reason). The store is unchanged.
        """, underlying: error)
    }
    guard connection.isInTransaction else {
      throw SwiftDataError.migrationFailure.because(
        """
        \(connection.path): SQLite aborted the migration during \(name) of the stage from \
        \(step.source) to \(step.target). The store is unchanged.
        """)
    }
    try ReferenceTriggers.drop(on: connection)
    try ReferenceTriggers.check(on: connection)
  }
}
