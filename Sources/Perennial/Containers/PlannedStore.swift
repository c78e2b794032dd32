/// One of a container's stores, before it is opened.
struct PlannedStore {
  let configuration: any DataStoreConfiguration
  /// The entities that it keeps.
  let layouts: [ModelLayout]
  /// What is to be done to its file; or to its mirror, if it is a custom store.
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

  /// The database in memory through which contexts see a custom store. It keeps the history of this
  /// container for stores that have none.
  private static func mirror<Configuration: DataStoreConfiguration>(
    of configuration: Configuration
  ) -> ModelConfiguration {
    var mirror = ModelConfiguration(configuration.name, isStoredInMemoryOnly: true)
    if Configuration.Store.self is any HistoryProviding.Type { mirror.historyRetention = .none }
    return mirror
  }

  /// - Parameter number: The number that the store has in its container.
  func open(_ number: Int) throws -> SQLiteStore {
    if configuration is ModelConfiguration { return try SQLiteStore(migration) }
    return try open(configuration, number)
  }

  private func open<Configuration: DataStoreConfiguration>(
    _ configuration: Configuration, _ number: Int
  ) throws -> SQLiteStore {
    var configuration = configuration
    configuration.schema = Schema(layouts.map(\.type), version: migration.version ?? .init(1, 0, 0))
    let store: Configuration.Store
    do {
      store = try Configuration.Store(configuration, migrationPlan: nil)
    } catch let error as SwiftDataError {
      throw error
    } catch {
      throw SwiftDataError.loadIssueModelContainer.because(
        "the store “\(configuration.name)” did not open: \(error)", underlying: error)
    }
    return try SQLiteStore(migration, source: CustomStore(store, number: number))
  }
}
