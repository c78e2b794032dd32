extension ModelContainer {
  /// What opening these stores would do to them: a report for each configuration, in order.
  ///
  /// Nothing is changed, no code of a migration's stages runs, and no store is made. What would be in
  /// the way is looked for in the objects that there are, up to the first stage that runs code; what
  /// that code leaves cannot be known.
  ///
  /// ```swift
  /// for report in try ModelContainer.migrationReports(for: Trip.self) where report.isNeeded {
  ///   print(report)
  /// }
  /// ```
  ///
  /// Stores may be open meanwhile. Complexity: that of reading the tables that would change. If there
  /// are several steps, all but the last are carried out and rolled back; so is a step in which a unique
  /// attribute gets a default that is evaluated for each object. Writers wait for that.
  ///
  /// - Throws: what opening throws before it looks at objects: ``SwiftDataError/unknownSchema``,
  ///   ``SwiftDataError/backwardMigration``, ``SwiftDataError/invalidMigrationPlan``,
  ///   ``SwiftDataError/loadIssueModelContainer``.
  public static func migrationReports(
    for givenSchema: Schema,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws -> [MigrationReport] {
    let parts = try ContainerParts(
      givenSchema, migrationPlan: migrationPlan, configurations: configurations)
    return try parts.stores.map { try StoreFile.rehearse($0.migration) }
  }

  public static func migrationReports(
    for givenSchema: Schema,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws -> [MigrationReport] {
    try migrationReports(
      for: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
  }

  public static func migrationReports(
    for forTypes: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws -> [MigrationReport] {
    try migrationReports(
      for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
  }
}
