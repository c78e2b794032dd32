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
  /// The numbers of the stores in the order in which their transactions are nested. All containers on the
  /// same files have the same order. The last store is committed first.
  ///
  /// The changes of a custom store cannot be rolled back, so custom stores are written last.
  let nesting: [Int]
  /// The custom stores behind the stores that are mirrors, by the numbers of the stores.
  let adapters: [(any CustomStoreAdapter)?]
  let bus = SaveBus()
  let observations: ObservationHub
  let commits = CommitWatch()
  let unrepresentable = UnrepresentableValues()
  /// The values that features and other modules attach to a container, by their types.
  private let attachments = Guarded<[ObjectIdentifier: any Sendable]>([:])
  let entities: StoreEntities
  /// Posts the notification of remote changes, with the tokens of the changes by store identifier.
  private var postRemoteChange: (@Sendable ([String: any HistoryToken]) -> Void)?
  /// The watch over the stores' files, while the container or a context retains it.
  private(set) weak var watch: StoreWatch?

  /// Creates a coordinator without stores.
  convenience init() {
    self.init(Schema(), configurations: [], stores: [], adapters: [])
  }

  /// Creates the coordinator of opened stores.
  init(
    _ schema: Schema, configurations: [ModelConfiguration], stores: [SQLiteStore],
    adapters: [(any CustomStoreAdapter)?]
  ) {
    self.schema = schema
    self.configurations = configurations
    self.stores = stores
    self.adapters = adapters
    func key(_ number: Int) -> (Int, String, Int) {
      (stores[number].isMirror ? 1 : 0, stores[number].path, number)
    }
    nesting = stores.indices.sorted { key($0) < key($1) }
    entities = StoreEntities(stores)
    observations = ObservationHub(entities.hierarchies)
  }

  /// Returns the value of a type that was attached to the container.
  func attachment<Value: Sendable>(_ type: Value.Type) -> Value? {
    attachments.withLock { $0[ObjectIdentifier(type)] as? Value }
  }

  /// Returns the value of a type that was attached to the container. Attaches one if there is none.
  func attachment<Value: Sendable>(orAttaching make: @autoclosure () -> Value) -> Value {
    attachments.withLock { values in
      if let value = values[ObjectIdentifier(Value.self)] as? Value { return value }
      let value = make()
      values[ObjectIdentifier(Value.self)] = value
      return value
    }
  }

  /// Attaches a value to the container, in place of the former value of its type.
  func attach<Value: Sendable>(_ value: Value) {
    attachments.withLock { $0[ObjectIdentifier(Value.self)] = value }
  }

  var hierarchies: ClassHierarchies { entities.hierarchies }
  func index(of type: any PersistentModel.Type) -> Int? { entities.index(of: type) }
  func index(named name: String) -> Int? { entities.index(named: name) }

  // MARK: Remote changes

  /// Delivers remote changes of a store's file to the contexts: the saves of other containers, in this
  /// process or another.
  func catchUp(_ store: SQLiteStore, on connection: Connection) throws {
    guard let history = store.sharedHistory else { return }
    // Events name entities, and refer to the store that takes new objects.
    let isFirst = store.entities.allSatisfy { entity in
      index(named: entity.layout.entityName).map { entities[$0].table === entity } ?? false
    }
    var deliveries: [SaveBus.Delivery] = []
    let events = try history.catchUp(on: connection) { event in
      var event = event
      if !isFirst { (event.changes, event.isUnspecified) = ([:], true) }
      commits.begin()
      deliveries.append(bus.deliver(event, from: nil))
      commits.end()
    }
    if events.isEmpty { return }
    announce(deliveries)
    postRemoteChange?(events.reduce(into: [:]) { $0.merge($1.historyTokens) { $1 } })
  }

  /// Begins to look for remote changes whenever a store's file is written.
  ///
  /// - Parameter postRemoteChange: A closure that posts the notification of remote changes. It gets the
  ///   tokens of the changes by store identifier.
  /// - Returns: The watch, which ends when it is released.
  func beginWatching(
    postingRemoteChanges postRemoteChange: @escaping @Sendable ([String: any HistoryToken]) -> Void
  ) -> StoreWatch {
    self.postRemoteChange = postRemoteChange
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
