/// A place where a container's objects are kept: a file of another format, a service, memory.
///
/// A store exchanges *snapshots* with contexts: copies of objects' values. It returns the snapshots for
/// a fetch. It saves the snapshots of inserted, updated and deleted objects when a context saves. The
/// framework does everything else, for any store: relationships, delete rules, unsaved changes,
/// observation. A store that cannot filter or sort for a fetch leaves that to the framework. It then
/// throws ``DataStoreError/preferInMemoryFilter`` or ``DataStoreError/preferInMemorySort``.
///
/// The framework calls a store of one container from one thread at a time. A store's methods must not
/// use contexts of that container.
///
/// ```swift
/// struct FolderConfiguration: DataStoreConfiguration {
///   typealias Store = FolderStore
///   let name: String
///   var schema: Schema?
///   let folder: URL
/// }
/// final class FolderStore: DataStore {
///   typealias Configuration = FolderConfiguration
///   typealias Snapshot = DefaultSnapshot
///   let configuration: FolderConfiguration
///   let identifier: String
///   let schema: Schema
///
///   init(_ configuration: FolderConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
///     self.configuration = configuration
///     identifier = configuration.folder.path
///     schema = configuration.schema ?? Schema()
///   }
///   func fetch<T>(
///     _ request: DataStoreFetchRequest<T>
///   ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
///     // A store that supports no predicates asks the framework to filter.
///     if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
///     return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: [])
///   }
///   func save(
///     _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
///   ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
///     throw DataStoreError.unsupportedFeature
///   }
/// }
/// ```
public protocol DataStore: AnyObject {
  /// The settings that the store is created with.
  associatedtype Configuration: DataStoreConfiguration where Self == Configuration.Store
  /// The form in which the store exchanges the values of objects.
  associatedtype Snapshot: DataStoreSnapshot

  /// The identifier that distinguishes this store from all others. It is part of the identifiers of its
  /// objects, so it must be the same each time the store is opened.
  var identifier: String { get }
  /// The models that the store holds.
  var schema: Schema { get }
  /// The settings that the store was created with.
  var configuration: Configuration { get }

  /// Creates, or opens, the store of a configuration.
  ///
  /// - Throws: An error if the store cannot be opened. The container's initialiser throws it on.
  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws

  /// Returns the snapshots that match a descriptor, in the descriptor's order.
  ///
  /// The framework applies the descriptor's offset itself. The request has no offset, and its fetch
  /// limit, if any, is greater by at least the offset.
  func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, Snapshot> where T: PersistentModel

  /// Saves all changes of a context. If it throws, it must have saved none of them.
  func save(
    _ request: DataStoreSaveChangesRequest<Snapshot>
  ) throws -> DataStoreSaveChangesResult<Snapshot>

  /// Deletes all objects of the store.
  func erase() throws

  /// Returns the number of snapshots that match a descriptor.
  func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int where T: PersistentModel

  /// Returns the identifiers of the snapshots that match a descriptor, in the descriptor's order.
  func fetchIdentifiers<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] where T: PersistentModel

  /// Prepares the store for a context. The framework calls it before the context's first request.
  func initializeState(for editingState: EditingState)

  /// Discards the state that the store keeps for a context. No further request has this editing state.
  func invalidateState(for editingState: EditingState)

  /// Returns the snapshots that the store has cached. The framework fetches the others.
  func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot]
}

/// The settings of a custom store: the location and the options with which it keeps its objects.
///
/// A container is created with configurations. It creates a store from each of them.
public protocol DataStoreConfiguration: Hashable {
  /// The store that is created with the configuration.
  associatedtype Store: DataStore where Self == Store.Configuration

  /// The name of the configuration, by which a program finds its store.
  var name: String { get }
  /// The part of the container's schema that the store holds; nil for all of it. The container sets it
  /// before it creates the store.
  var schema: Schema? { get set }

  /// Throws an error if no store can be created with the configuration.
  func validate() throws
}

extension DataStoreConfiguration {
  /// Accepts every configuration.
  public func validate() throws {}
}

extension DataStore {
  /// Fetches every object, and saves its deletion.
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

  /// Fetches the snapshots and counts them.
  public func fetchCount<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> Int where T: PersistentModel {
    try fetch(request).fetchedSnapshots.count
  }

  /// Fetches the snapshots and returns their identifiers.
  public func fetchIdentifiers<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] where T: PersistentModel {
    try fetch(request).fetchedSnapshots.map(\.persistentIdentifier)
  }

  /// Does nothing.
  public func initializeState(for editingState: EditingState) {}

  /// Does nothing.
  public func invalidateState(for editingState: EditingState) {}

  /// Returns no snapshots, so that the framework fetches all of them.
  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot] { [:] }
}
