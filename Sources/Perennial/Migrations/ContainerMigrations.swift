/// The migrations of a container's stores, which are attached to its coordinator.
struct ContainerMigrations: Sendable {
  /// The plan that the container was given.
  let plan: (any SchemaMigrationPlan.Type)?
  /// The migration of each store to the schema of the container, in the order of the stores; empty for a
  /// migration's stage.
  var stores: [StoreMigration] = []
  /// The reports of the migrations that were made when the stores were opened.
  var reports: [MigrationReport] = []
}

extension ModelContainer {
  /// The plan by which stores with older schemas are migrated; nil if there is none.
  public final var migrationPlan: (any SchemaMigrationPlan.Type)? {
    coordinator.attachment(ContainerMigrations.self)?.plan
  }

  /// The migrations that were made when the container opened its stores. Stores that already had its schema
  /// are omitted.
  ///
  /// ```swift
  /// for report in container.migrationReports { print(report) }
  /// ```
  public var migrationReports: [MigrationReport] {
    coordinator.attachment(ContainerMigrations.self)?.reports ?? []
  }
}
