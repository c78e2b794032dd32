extension ModelContainer {
  /// Opens the stores of a schema, and creates stores that do not exist.
  ///
  /// A store that was made with another schema is migrated. If there is a plan and the store is at one of its
  /// versions, the plan is used. Otherwise the migration is derived from the two schemas. If that removes
  /// values without a plan, an automatic backup is made first. See Documentation/Migrations.md.
  ///
  /// ```swift
  /// let schema = Schema([Trip.self, Recipe.self])
  /// let trips = ModelConfiguration("trips", schema: Schema([Trip.self]))
  /// let recipes = ModelConfiguration("recipes", schema: Schema([Recipe.self]))
  /// let container = try ModelContainer(for: schema, configurations: [trips, recipes])
  /// ```
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
  /// ```swift
  /// let container = try ModelContainer(
  ///   for: Schema(versionedSchema: CurrentSchema.self), migrationPlan: AppPlan.self,
  ///   configurations: ModelConfiguration(url: url))
  /// ```
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
  ///
  /// Without a configuration, the container has one store at the default location; see
  /// ``ModelConfiguration/init(_:schema:isStoredInMemoryOnly:allowsSave:groupContainer:cloudKitDatabase:)``.
  ///
  /// ```swift
  /// let container = try ModelContainer(for: Trip.self, Recipe.self)
  /// let preview = try ModelContainer(
  ///   for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  /// ```
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
  ///
  /// Configurations of both kinds can be mixed. Each model needs a store that has it.
  ///
  /// ```swift
  /// let container = try ModelContainer(
  ///   for: Trip.self, Recipe.self,
  ///   configurations: JSONStoreConfiguration("trips", schema: Schema([Trip.self]), url: url),
  ///   ModelConfiguration(for: Recipe.self))
  /// ```
  @_disfavoredOverload
  public convenience init(
    for forTypes: any PersistentModel.Type..., configurations: any DataStoreConfiguration...
  ) throws {
    try self.init(for: Schema(forTypes), configurations: configurations)
  }
}
