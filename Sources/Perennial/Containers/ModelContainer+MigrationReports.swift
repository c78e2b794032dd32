extension ModelContainer {
  /// Returns a report for each configuration, in order, of the migration that opening its store would make.
  ///
  /// This is a dry run: nothing is changed, no code of a migration's stages runs, and no store is created.
  /// Issues are found in the existing objects, up to the first stage that runs code. The changes that this
  /// code would make are unknown.
  ///
  /// ```swift
  /// for report in try ModelContainer.migrationReports(for: Trip.self) where report.isNeeded {
  ///   print(report)
  /// }
  /// ```
  ///
  /// The stores may be open at the same time. Complexity: that of reading the tables that would change. If
  /// there are several steps, all but the last are carried out and rolled back. The same holds for a step in
  /// which a unique attribute gets a default that is evaluated for each object. Writers wait in the meantime.
  ///
  /// - Throws: The errors that opening throws before it reads objects: ``SwiftDataError/unknownSchema``,
  ///   ``SwiftDataError/backwardMigration``, ``SwiftDataError/invalidMigrationPlan``,
  ///   ``SwiftDataError/loadIssueModelContainer``.
  public static func migrationReports(
    for givenSchema: Schema,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws -> [MigrationReport] {
    let parts = try ContainerParts(
      givenSchema, migrationPlan: migrationPlan, configurations: configurations)
    return try parts.stores.map { try $0.migration.dryRun() }
  }

  /// Returns the reports for the stores of a schema, with configurations as arguments.
  ///
  /// ```swift
  /// let reports = try ModelContainer.migrationReports(
  ///   for: Schema(versionedSchema: CurrentSchema.self), migrationPlan: AppPlan.self,
  ///   configurations: ModelConfiguration(url: url))
  /// for step in reports.flatMap(\.steps) { print("\(step.source) → \(step.target)") }
  /// ```
  public static func migrationReports(
    for givenSchema: Schema,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws -> [MigrationReport] {
    try migrationReports(
      for: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Returns the reports for the stores of the given models and of the models that they are related
  /// to.
  ///
  /// ```swift
  /// let report = try ModelContainer.migrationReports(for: Trip.self).first
  /// print(report?.isNeeded ?? false)
  /// ```
  public static func migrationReports(
    for forTypes: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws -> [MigrationReport] {
    try migrationReports(
      for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
  }
}
