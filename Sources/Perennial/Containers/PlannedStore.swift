/// A store of a container before it is opened.
struct PlannedStore {
  let configuration: any DataStoreConfiguration
  /// The entities that the store keeps.
  let layouts: [ModelLayout]
  /// The migration of its file; of its mirror, if it is a custom store.
  let migration: StoreMigration

  init(
    _ configuration: any DataStoreConfiguration, _ layouts: [ModelLayout], version: Schema.Version,
    plan: ResolvedPlan?
  ) {
    self.configuration = configuration
    self.layouts = layouts
    if let configuration = configuration as? ModelConfiguration {
      migration = StoreMigration(configuration, layouts, version: version, plan: plan)
    } else {
      migration = StoreMigration(
        Self.mirror(of: configuration), layouts, version: version, plan: nil)
    }
  }

  var allowsSave: Bool { (configuration as? ModelConfiguration)?.allowsSave ?? true }

  /// Returns the configuration of the database in memory through which contexts access a custom store. If the
  /// custom store has no history, the mirror keeps one for this container.
  private static func mirror<Configuration: DataStoreConfiguration>(
    of configuration: Configuration
  ) -> ModelConfiguration {
    var mirror = ModelConfiguration(configuration.name, isStoredInMemoryOnly: true)
    if Configuration.Store.self is any HistoryProviding.Type { mirror.historyRetention = .none }
    return mirror
  }

  /// Opens the store.
  ///
  /// - Parameter number: The number of the store in its container.
  /// - Returns: The store; for a custom store its mirror, and the adapter of the custom store.
  func open(
    _ number: Int
  ) throws -> (store: SQLiteStore, adapter: (any CustomStoreAdapter)?, report: MigrationReport?) {
    let keys: IdentifierMap?
    let adapter: (any CustomStoreAdapter)?
    if configuration is ModelConfiguration {
      (keys, adapter) = (nil, nil)
    } else {
      (keys, adapter) = try openCustom(configuration, number)
    }
    let (store, report) = try migration.open(keys: keys)
    return (store, adapter, report)
  }

  private func openCustom<Configuration: DataStoreConfiguration>(
    _ configuration: Configuration, _ number: Int
  ) throws -> (IdentifierMap, any CustomStoreAdapter) {
    var configuration = configuration
    configuration.schema = Schema(layouts: layouts, version: migration.version ?? .init(1, 0, 0))
    let store: Configuration.Store
    do {
      store = try Configuration.Store(configuration, migrationPlan: nil)
    } catch let error as SwiftDataError {
      throw error
    } catch {
      throw SwiftDataError.loadIssueModelContainer.because(
        "the store “\(configuration.name)” did not open: \(error)", underlying: error)
    }
    let adapter = try CustomStore(store, number: number)
    return (adapter.keys, adapter)
  }
}
