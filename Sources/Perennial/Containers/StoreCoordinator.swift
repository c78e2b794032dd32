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

  init(
    _ schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)?,
    configurations given: [ModelConfiguration]
  ) throws {
    let schema = try schema.closed()
    let configurations = given.isEmpty ? [ModelConfiguration()] : given
    let layouts = schema.types.map(ModelLayout.of)
    let homes = try Self.assign(layouts, to: configurations)
    try Self.checkSupported(layouts)
    var stores: [SQLiteStore] = []
    var entities: [CoordinatedEntity] = []
    for (number, configuration) in configurations.enumerated() {
      let own = layouts.indices.filter { homes[$0] == number }.map { layouts[$0] }
      let migration = StoreMigration(
        configuration: configuration, layouts: own,
        version: schema.version == Schema.Version(1, 0, 0) ? nil : schema.version)
      let store = try SQLiteStore(configuration, layouts: own, migration: migration)
      stores.append(store)
      entities += store.entities.map { CoordinatedEntity($0, of: store, number: number) }
    }
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

  /// The number of the configuration that holds each entity.
  private static func assign(
    _ layouts: [ModelLayout], to configurations: [ModelConfiguration]
  ) throws -> [Int] {
    let names = Set(layouts.map(\.entityName))
    var urls: Set<String> = []
    for configuration in configurations {
      try configuration.validate()
      if !configuration.isStoredInMemoryOnly, !urls.insert(configuration.url.path).inserted {
        throw SwiftDataError.duplicateConfiguration.because(
          "two configurations name the file \(configuration.url.path)")
      }
      let unknown = (configuration.schema?.entities ?? []).map(\.name).filter {
        !names.contains($0)
      }
      guard unknown.isEmpty else {
        throw SwiftDataError.configurationSchemaNotFoundInContainerSchema.because(
          """
          the configuration “\(configuration.name)” lists \(unknown.sorted().joined(separator: ", ")), \
          which the container's schema does not have
          """)
      }
    }
    return try layouts.map { layout in
      let homes = configurations.indices.filter { number in
        guard let schema = configurations[number].schema else { return true }
        return schema.entitiesByName[layout.entityName] != nil
      }
      if homes.count > 1 {
        throw SwiftDataError.unsupportedFeature.because(
          "\(layout.entityName) belongs to several configurations; give each its own schema")
      }
      guard let home = homes.first else {
        throw SwiftDataError.configurationSchemaNotFoundInContainerSchema.because(
          "no configuration lists \(layout.entityName)")
      }
      return home
    }
  }

  private static func checkSupported(_ layouts: [ModelLayout]) throws {
    for layout in layouts {
      if layout.type._$slots.count != layout.properties.count {
        throw SwiftDataError.unsupportedFeature.because(
          "\(layout.entityName): a model that inherits from a model is not supported")
      }
    }
  }
}
