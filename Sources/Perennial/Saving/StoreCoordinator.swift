import Foundation

/// The state that the contexts of a container share: its schema, its stores, and the notifications of saves.
///
/// Contexts retain the coordinator and not the container, so that a container and its main context do not
/// retain each other.
// Sendable: constants that are Sendable, or never change once the container is made.
final class StoreCoordinator: @unchecked Sendable {
  let schema: Schema
  let configurations: [ModelConfiguration]
  let stores: [SQLiteStore]
  let bus = SaveBus()
  let observations: ObservationHub
  let commits = CommitWatch()
  let unrepresentable = UnrepresentableValues()
  /// The values that features and other modules attach to a container, by their types.
  private let attachments = Guarded<[ObjectIdentifier: any Sendable]>([:])
  /// The directory of automatic backups if all stores are in memory.
  let temporaryBackups = TemporaryDirectory(prefix: "perennial-backups")
  /// The entities in the order of the stores, those of writable stores first.
  let entities: [CoordinatedEntity]
  /// The connections between the entities, in the order of ``entities``.
  let links: [EntityLinks]
  /// The container that was opened, while it is referenced.
  weak var container: ModelContainer?
  /// The watch over the stores' files, while the container or a context retains it.
  private(set) weak var watch: StoreWatch?
  let hierarchies: ClassHierarchies
  /// For each entity, its numbers in other stores; empty if no entity is in two stores.
  let siblings: [[Int]]
  private let entityByName: [String: Int]
  /// The numbers of the stores, by the join tables that they hold.
  private let storeByLinks: [String: Int]
  private let entityByType: [ObjectIdentifier: Int]

  /// Creates the coordinator of code that runs in a migration.
  convenience init(stage store: SQLiteStore, version: Schema.Version?) {
    let types = store.entities.map(\.layout.type)
    self.init(
      version.map { Schema(types, version: $0) } ?? Schema(types),
      configurations: [store.configuration], stores: [store],
      entities: store.entities.map { CoordinatedEntity($0, of: store, number: 0) })
  }

  /// Creates a coordinator without stores.
  convenience init() {
    self.init(Schema(), configurations: [], stores: [], entities: [])
  }

  /// Creates the coordinator of opened stores.
  ///
  /// - Parameter entities: The entities in the order of the stores, those of writable stores first.
  init(
    _ schema: Schema, configurations: [ModelConfiguration], stores: [SQLiteStore],
    entities: [CoordinatedEntity]
  ) {
    self.schema = schema
    self.configurations = configurations
    self.stores = stores
    self.entities = entities
    let hierarchies = ClassHierarchies(merging: stores.map(\.hierarchies))
    self.hierarchies = hierarchies
    observations = ObservationHub(hierarchies)
    links = entities.map { EntityLinks($0, among: entities, hierarchies) }
    siblings =
      Set(entities.map { ObjectIdentifier($0.entity.layout) }).count == entities.count
      ? []
      : entities.enumerated().map { number, entity in
        entities.indices.filter {
          $0 != number && entities[$0].entity.layout === entity.entity.layout
        }
      }
    var storeByLinks: [String: Int] = [:]
    for entity in entities {
      for case .joinTable(let join) in entity.entity.layout.relationships.values.map(\.storage)
      where storeByLinks[join.name] == nil {
        storeByLinks[join.name] = entity.store
      }
    }
    self.storeByLinks = storeByLinks
    entityByName = Dictionary(
      entities.enumerated().map { ($1.entity.layout.entityName, $0) },
      uniquingKeysWith: { a, _ in a })
    entityByType = Dictionary(
      entities.enumerated().map { (ObjectIdentifier($1.entity.layout.type), $0) },
      uniquingKeysWith: { a, _ in a })
  }

  /// Returns the value of a type that was attached to the container.
  func attachment<Value: Sendable>(_ type: Value.Type) -> Value? {
    attachments.withLock { $0[ObjectIdentifier(type)] as? Value }
  }

  /// Attaches a value to the container, in place of the former value of its type.
  func attach<Value: Sendable>(_ value: Value) {
    attachments.withLock { $0[ObjectIdentifier(Value.self)] = value }
  }

  func index(of type: any PersistentModel.Type) -> Int? { entityByType[ObjectIdentifier(type)] }
  func store(ofLinks table: String) -> Int? { storeByLinks[table] }
  func index(named name: String) -> Int? { entityByName[name] }

  /// Delivers remote changes of a store's file to the contexts: the saves of other containers, in this
  /// process or another.
  func catchUp(_ store: SQLiteStore, on connection: Connection) throws {
    guard let history = store.sharedHistory else { return }
    // Events name entities, and refer to the store that takes new objects.
    let isFirst = store.entities.allSatisfy { entity in
      entityByName[entity.layout.entityName].map { entities[$0].entity === entity } ?? false
    }
    var deliveries: [SaveBus.Delivery] = []
    let events = try history.catchUp(on: connection) { event in
      var event = event
      if !isFirst { (event.changes, event.isUnspecified) = ([:], true) }
      commits.during { deliveries.append(bus.deliver(event, from: nil)) }
    }
    if events.isEmpty { return }
    // These calls run the program's code.
    for delivery in deliveries { delivery.announce() }
    var tokens: [String: any HistoryToken] = [:]
    for event in events {
      observations.announce(event, from: nil)
      tokens.merge(event.historyTokens) { $1 }
    }
    NotificationCenter.default.post(
      name: ModelContainer.remoteChange, object: container,
      userInfo: [ModelContext.NotificationKey.historyTokens.rawValue: tokens])
  }

  /// Begins to look for remote changes whenever a store's file is written.
  ///
  /// - Returns: The watch, which ends when it is released.
  func beginWatching() -> StoreWatch {
    let watches = stores.filter { $0.sharedHistory != nil }.map { store in
      FileWatch(path: store.path + "-wal") { [weak self, weak store] in
        guard let self, let store else { return }
        do {
          let connection = try store.lendReader()
          defer { store.takeBack(connection) }
          try catchUp(store, on: connection)
        } catch {
          Log.container.error("remote changes could not be read: \(error)")
        }
      }
    }
    let watch = StoreWatch(watches)
    self.watch = watch
    return watch
  }
}
