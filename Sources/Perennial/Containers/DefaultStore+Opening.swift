extension DefaultStore {
  /// Opens a store.
  ///
  /// ```swift
  /// let configuration = ModelConfiguration(schema: Schema([Trip.self]), url: url)
  /// let store = try DefaultStore(configuration)
  /// print(store.identifier)
  /// ```
  ///
  /// - Parameters:
  ///   - configuration: The store's configuration. Its schema lists the models that the store holds, and
  ///     must not be nil.
  ///   - migrationPlan: The plan by which a store of an earlier version is migrated; nil if there is none.
  /// - Throws: ``SwiftDataError/unknownSchema`` without a schema, and the errors of
  ///   ``ModelContainer``'s initialisers.
  public convenience init(
    _ configuration: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)? = nil
  ) throws {
    guard let schema = configuration.schema else {
      throw SwiftDataError.unknownSchema.because(
        "the configuration “\(configuration.name)” of a DefaultStore has no schema; set one")
    }
    let container = try ModelContainer(
      for: schema, migrationPlan: migrationPlan, configurations: [configuration])
    self.init(configuration, container)
  }
}
