/// A place where a container's objects are kept: a file of another format, a service, memory.
///
/// A store exchanges *snapshots* with contexts: copies of objects' values. It finds snapshots for a
/// fetch, and takes those of new, changed and deleted objects when a context saves. Everything else
/// is done by the framework, for any store: relationships, delete rules, changes that are not saved
/// yet, observation. What a store cannot do of a fetch it leaves to the framework, by throwing
/// ``DataStoreError/preferInMemoryFilter`` or ``DataStoreError/preferInMemorySort``.
///
/// The framework calls a store of one container from one thread at a time. A store's methods must
/// not use contexts of that container.
public protocol DataStore: AnyObject {
  associatedtype Configuration: DataStoreConfiguration where Self == Configuration.Store
  associatedtype Snapshot: DataStoreSnapshot

  /// What tells this store from all others, now and when it is opened again: it is part of the
  /// identifiers of its objects.
  var identifier: String { get }
  /// The models that the store holds.
  var schema: Schema { get }
  var configuration: Configuration { get }

  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws

  /// The snapshots that a descriptor describes, in its order.
  ///
  /// The framework takes the offset of the descriptor to be its own part: it asks for as many
  /// objects more.
  func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, Snapshot> where T: PersistentModel

  /// Keeps the changes of a context: all of them, or else none and throws.
  func save(
    _ request: DataStoreSaveChangesRequest<Snapshot>
  ) throws -> DataStoreSaveChangesResult<Snapshot>

  /// Removes everything.
  func erase() throws

  /// The number of snapshots that a descriptor describes.
  func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int where T: PersistentModel

  /// The identifiers of the snapshots that a descriptor describes, in its order.
  func fetchIdentifiers<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] where T: PersistentModel

  /// A context begins to use the store.
  func initializeState(for editingState: EditingState)

  /// A context is gone.
  func invalidateState(for editingState: EditingState)

  /// The snapshots of objects that the store has at hand. Others are fetched.
  func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot]
}

/// Where and how a custom store keeps its objects.
///
/// Containers are made with configurations, and make the stores.
public protocol DataStoreConfiguration: Hashable {
  associatedtype Store: DataStore where Self == Store.Configuration

  var name: String { get }
  /// The part of the container's schema that the store holds; nil for all of it. The container sets
  /// it before it makes the store.
  var schema: Schema? { get set }

  /// Throws if no store can be made with the configuration.
  func validate() throws
}

extension DataStoreConfiguration {
  public func validate() throws {}
}

extension DataStore {
  /// Fetches every object, and saves that it is gone.
  public func erase() throws {
    let state = EditingState()
    var deleted: [Snapshot] = []
    func add<T: PersistentModel>(_ type: T.Type) throws {
      let request = DataStoreFetchRequest(editingState: state, descriptor: FetchDescriptor<T>())
      deleted += try fetch(request).fetchedSnapshots
    }
    for type in schema.types { try add(type) }
    if deleted.isEmpty { return }
    _ = try save(DataStoreSaveChangesRequest(deleted: deleted, editingState: state))
  }

  public func fetchCount<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> Int where T: PersistentModel {
    try fetch(request).fetchedSnapshots.count
  }

  public func fetchIdentifiers<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] where T: PersistentModel {
    try fetch(request).fetchedSnapshots.map(\.persistentIdentifier)
  }

  public func initializeState(for editingState: EditingState) {}

  public func invalidateState(for editingState: EditingState) {}

  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot] { [:] }
}
