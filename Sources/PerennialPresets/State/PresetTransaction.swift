import Perennial

/// A transaction that reads and writes the presets of one store.
final class PresetTransaction {
  let connection: Connection
  let entities: StoreEntities
  /// The number of the store in its container.
  let store: Int
  let history: HistoryWriter?
  // Changed for each row, and nothing reads it meanwhile, so there is nothing for the check to find.
  @exclusivity(unchecked) var changes: CollectedChanges
  private let transaction: StoreTransaction
  private let progress = OperationProgress()
  /// The number of presets to process, as far as it is known, and the number of processed ones.
  private var (expected, done) = (0, 0)

  /// Prepares the store for presets of some entities.
  init(_ transaction: StoreTransaction, preparing entityNames: Set<String>) throws {
    self.transaction = transaction
    (connection, history) = (transaction.connection, transaction.history)
    (entities, store) = (transaction.entities, transaction.number)
    changes = CollectedChanges(entities, ofStore: store)
    if try !PresetTables.exist(on: connection) {
      try SchemaCheck.trusting(connection) { try PresetTables.create(on: connection) }
    }
    // Deletions by other tools, before their times are read.
    try PresetTables.stampDeletions(on: connection)
    let names = Set(try entityNames.map { try entity(named: $0).layout.tableName })
    let missing = try names.filter { try !PresetTables.isInstalled(in: $0, on: connection) }
    if missing.isEmpty { return }
    try SchemaCheck.trusting(connection) { try PresetTables.install(missing, on: connection) }
  }

  func entity(named name: String) throws -> ContainerEntity {
    try entities.known(name, of: store)
  }

  func entity(_ layout: ModelLayout) throws -> ContainerEntity {
    try entity(named: layout.entityName)
  }

  /// Returns `true` if an entity has, or had, presets.
  func hasPresets(_ entity: ContainerEntity) throws -> Bool {
    try PresetTables.concern(entity.layout.tableName, on: connection)
  }

  /// The entities of the store.
  var storeEntities: [ContainerEntity] { entities.all.filter { $0.store == store } }

  /// The models of the store.
  var layouts: [ModelLayout] { storeEntities.map(\.layout) }

  /// Returns the to-one relationships of all entities with the rows of an entity, or of its hierarchy.
  func references(
    to entity: ContainerEntity
  ) -> [(owner: ContainerEntity, property: PropertyLayout)] {
    storeEntities.flatMap { owner in
      owner.layout.ownProperties.compactMap { property in
        guard property.isToOne,
          owner.links.destinations[property.index].map({ entities[$0].links.root })
            == entity.links.root
        else { return nil }
        return (owner, property)
      }
    }
  }

  // MARK: Progress

  /// Adds to the number of presets that the current progress expects.
  func expect(_ count: Int) {
    expected += count
    progress.expect(expected)
  }

  /// Reports processed presets to the current progress.
  ///
  /// - Throws: `CancellationError` if the operation was cancelled.
  func advance(by count: Int = 1) throws {
    done += count
    // Progress is not reported for each preset, which would be too often.
    if count == 1, !done.isMultiple(of: 256) { return }
    try progress.check()
    progress.report(done)
  }

  /// Ends the progress, and gives the transaction the changes that were made.
  func finish() {
    progress.finish(expected)
    transaction.changes = changes.changeSet
  }

  // MARK: Catalogs

  func appliedCatalogs() throws -> [String: AppliedCatalog] {
    try AppliedCatalog.all(on: connection)
  }
}
