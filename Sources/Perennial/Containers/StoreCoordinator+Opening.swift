extension StoreCoordinator {
  /// Opens the stores of a container.
  ///
  /// - Throws: The errors of ``ModelContainer/init(for:migrationPlan:configurations:)``.
  convenience init(
    opening schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)?,
    configurations: [any DataStoreConfiguration]
  ) throws {
    let parts = try ContainerParts(
      schema, migrationPlan: migrationPlan, configurations: configurations)
    KnownEntities.add(parts.schema.layouts.filter { !$0.isDescribed })
    let opened = try parts.stores.enumerated().map { try $1.open($0) }
    try Self.checkIdentifiers(of: opened.map(\.store))
    self.init(
      parts.schema,
      configurations: parts.stores.compactMap { $0.configuration as? ModelConfiguration },
      stores: opened.map(\.store), adapters: opened.map(\.adapter))
    var migrations = ContainerMigrations(plan: migrationPlan, stores: parts.stores.map(\.migration))
    migrations.reports = opened.compactMap(\.report)
    attach(migrations)
  }

  private static func checkIdentifiers(of stores: [SQLiteStore]) throws {
    var names: [String: String] = [:]
    for store in stores {
      let name = store.configuration.name
      guard let other = names.updateValue(name, forKey: store.identifier) else { continue }
      throw SwiftDataError.duplicateConfiguration.because(
        """
        the stores of the configurations “\(other)” and “\(name)” have the same identifier, \
        \(store.identifier): one store is a copy of the other, and the identifiers of their \
        objects are ambiguous. Remove one of the configurations
        """)
    }
  }
}
