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
    KnownEntities.add(
      parts.schema.types.filter { !($0 is any DescribedModel.Type) }.map(ModelLayout.of))
    var migrations = ContainerMigrations(plan: migrationPlan, stores: parts.stores.map(\.migration))
    var stores: [SQLiteStore] = []
    var entities: [CoordinatedEntity] = []
    for (number, part) in parts.stores.enumerated() {
      let (store, report) = try part.open(number)
      stores.append(store)
      entities += store.entities.map { CoordinatedEntity($0, of: store, number: number) }
      if let report { migrations.reports.append(report) }
    }
    try Self.checkIdentifiers(of: stores)
    // If several stores have an entity, the writable one is first: it takes new objects.
    let isWritable = stores.map(\.allowsSave)
    let order = entities.filter { isWritable[$0.store] } + entities.filter { !isWritable[$0.store] }
    self.init(
      parts.schema,
      configurations: parts.stores.compactMap { $0.configuration as? ModelConfiguration },
      stores: stores, entities: order)
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
