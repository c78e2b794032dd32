extension ModelContainer {
  /// Opens the stores of a schema, and creates stores that do not exist.
  ///
  /// A store that was made with another schema is migrated. If there is a plan and the store is at one of its
  /// versions, the plan is used. Otherwise the migration is derived from the two schemas. If that removes
  /// values without a plan, an automatic backup is made first. See Documentation/Migrations.md.
  ///
  /// - Throws: ``SwiftDataError``, in particular ``SwiftDataError/loadIssueModelContainer`` if a file cannot
  ///   be opened or isn't a store, ``SwiftDataError/migrationFailure`` if it cannot be migrated, and
  ///   ``SwiftDataError/unknownSchema`` if it has none of the schema's entities. In that case the store is
  ///   unchanged.
  public convenience init(
    for givenSchema: Schema,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    try self.init(
      opened: StoreCoordinator(
        opening: givenSchema, migrationPlan: migrationPlan, configurations: configurations))
    try ContainerSync.begin(in: self)
  }

  /// Opens the stores of a schema, with configurations as arguments.
  ///
  /// - Throws: The errors of the initialiser that has an array of configurations.
  public convenience init(
    for givenSchema: Schema,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens the stores of the given models and of the models that they are related to.
  public convenience init(
    for forTypes: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens stores of any kind: files of this framework, and custom stores.
  ///
  /// ```swift
  /// let container = try ModelContainer(
  ///   for: Trip.self, configurations: JSONStoreConfiguration(url: url))
  /// ```
  ///
  /// - Throws: The errors of the configurations and stores, and those of the other initialisers.
  @_disfavoredOverload
  public convenience init(
    for givenSchema: Schema, configurations: [any DataStoreConfiguration]
  ) throws {
    try self.init(
      opened: StoreCoordinator(
        opening: givenSchema, migrationPlan: nil, configurations: configurations))
    try ContainerSync.begin(in: self)
  }

  /// Opens stores of any kind for the given models and the models that they are related to.
  @_disfavoredOverload
  public convenience init(
    for forTypes: any PersistentModel.Type..., configurations: any DataStoreConfiguration...
  ) throws {
    try self.init(for: Schema(forTypes), configurations: configurations)
  }
}
