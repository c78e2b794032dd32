import Foundation

/// What the contexts of a container share: its schema, its stores, and the news of saves.
///
/// Contexts hold the coordinator and not the container, so that a container and its main context do
/// not keep each other alive.
// Sendable: constants that are Sendable, or never change after the initialiser.
final class StoreCoordinator: @unchecked Sendable {
  let schema: Schema
  let migrationPlan: (any SchemaMigrationPlan.Type)?
  let configurations: [ModelConfiguration]
  let stores: [SQLiteStore]
  let bus = SaveBus()
  let observations = ObservationHub()
  let commits = CommitWatch()
  /// The entities in the order of the schema.
  let entities: [CoordinatedEntity]
  /// How the entities are connected, in the same order.
  let links: [EntityLinks]
  private let entityByName: [String: Int]
  private let entityByType: [ObjectIdentifier: Int]

  convenience init(
    _ schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)?,
    configurations: [ModelConfiguration]
  ) throws {
    let parts = try ContainerParts(
      schema, migrationPlan: migrationPlan, configurations: configurations)
    var stores: [SQLiteStore] = []
    var entities: [CoordinatedEntity] = []
    for (number, migration) in parts.migrations.enumerated() {
      let store = try SQLiteStore(migration)
      stores.append(store)
      entities += store.entities.map { CoordinatedEntity($0, of: store, number: number) }
    }
    self.init(
      parts.schema, migrationPlan: migrationPlan,
      configurations: parts.migrations.map(\.configuration), stores: stores, entities: entities)
  }

  /// The coordinator of code that runs in a migration.
  convenience init(
    stage store: SQLiteStore, version: Schema.Version?,
    migrationPlan: (any SchemaMigrationPlan.Type)?
  ) {
    let types = store.entities.map(\.layout.type)
    self.init(
      version.map { Schema(types, version: $0) } ?? Schema(types), migrationPlan: migrationPlan,
      configurations: [store.configuration], stores: [store],
      entities: store.entities.map { CoordinatedEntity($0, of: store, number: 0) })
  }

  private init(
    _ schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)?,
    configurations: [ModelConfiguration], stores: [SQLiteStore], entities: [CoordinatedEntity]
  ) {
    self.schema = schema
    self.migrationPlan = migrationPlan
    self.configurations = configurations
    self.stores = stores
    self.entities = entities
    let ordered = entities.map(\.entity.layout)
    links = ordered.map { EntityLinks($0, among: ordered) }
    entityByName = Dictionary(
      entities.enumerated().map { ($1.entity.layout.entityName, $0) },
      uniquingKeysWith: { a, _ in a })
    entityByType = Dictionary(
      entities.enumerated().map { (ObjectIdentifier($1.entity.layout.type), $0) },
      uniquingKeysWith: { a, _ in a })
  }

  func index(of type: any PersistentModel.Type) -> Int? { entityByType[ObjectIdentifier(type)] }
  func index(named name: String) -> Int? { entityByName[name] }

  /// Empties all stores.
  func erase() throws {
    for store in stores { try store.erase() }
  }
}
