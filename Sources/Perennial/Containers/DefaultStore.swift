/// This framework's own store, in a SQLite file or in memory, as a ``DataStore``.
///
/// Containers with a ``ModelConfiguration`` read and write the same files directly, without snapshots.
/// This class serves custom stores that wrap another store, for example to encrypt, count or copy the
/// data. Such a store has a `DefaultStore` and forwards its requests to it.
// Sendable: all properties are constants of Sendable types.
public final class DefaultStore: DataStore, DataStoreBatching, HistoryProviding, @unchecked Sendable
{
  /// The settings of the store.
  public typealias Configuration = ModelConfiguration
  /// The form of the values that the store exchanges.
  public typealias Snapshot = DefaultSnapshot
  /// The transactions of the store's history.
  public typealias HistoryType = DefaultHistoryTransaction
  /// The positions in the store's history.
  public typealias TokenType = DefaultHistoryToken

  /// The settings that the store was opened with.
  public let configuration: ModelConfiguration
  let container: ModelContainer

  init(_ configuration: ModelConfiguration, _ container: ModelContainer) {
    self.configuration = configuration
    self.container = container
  }

  /// The name of the configuration.
  public var name: String { configuration.name }
  /// The models that the store holds, and those that they are related to.
  public var schema: Schema { container.schema }
  /// The identifier of the store's file.
  public var identifier: String { container.coordinator.stores[0].identifier }

  /// Returns a context for one request.
  func context(for state: EditingState) -> ModelContext {
    let context = ModelContext(container)
    context.author = state.author
    return context
  }

  // MARK: Fetching

  /// Returns the snapshots that match a descriptor, in the descriptor's order.
  public func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    let context = context(for: request.editingState)
    var related: [PersistentIdentifier: any BackingData] = [:]
    let models = try context.fetch(request.descriptor)
    return DataStoreFetchResult(
      descriptor: request.descriptor,
      fetchedSnapshots: try context.graph.reader.throwingUnreadable {
        models.map {
          DefaultSnapshot(from: $0.persistentBackingData, relatedBackingDatas: &related)
        }
      })
  }

  /// Returns the number of objects that match a descriptor, by a query in SQLite.
  public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    try context(for: request.editingState).fetchCount(request.descriptor)
  }

  /// Returns the identifiers of the objects that match a descriptor, in the descriptor's order.
  public func fetchIdentifiers<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] {
    try context(for: request.editingState).fetchIdentifiers(request.descriptor)
  }

  /// Returns the snapshots of the objects that the store has, by identifier.
  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    let context = context(for: editingState)
    var related: [PersistentIdentifier: any BackingData] = [:]
    return try persistentIdentifiers.reduce(into: [:]) { snapshots, identifier in
      guard let model = try context.existingModel(for: identifier) else { return }
      snapshots[identifier] = try context.graph.reader.throwingUnreadable {
        DefaultSnapshot(from: model.liveBackingData, relatedBackingDatas: &related)
      }
    }
  }

  // MARK: Writing

  /// Saves all changes of a context in one transaction. If it throws, none of them is saved.
  public func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    let context = context(for: request.editingState)
    let new = try request.inserted.map { try $0.model() }
    let byIdentifier = Dictionary(first: zip(request.inserted.map(\.persistentIdentifier), new))
    let find = { identifier in
      try byIdentifier[identifier] ?? context.existingModel(for: identifier)
    }
    for model in new { context.graph.insert(model) }
    for (snapshot, model) in zip(request.inserted, new) { try snapshot.link(model, find) }
    for snapshot in request.updated {
      guard let model = try context.existingModel(for: snapshot.persistentIdentifier) else {
        throw SwiftDataError.modelValidationFailure.because(
          "\(snapshot.persistentIdentifier.entityName): a changed object is not in the store",
          [snapshot.persistentIdentifier])
      }
      try snapshot.apply(to: model)
      try snapshot.link(model, find)
    }
    for snapshot in request.deleted {
      if let model = try context.existingModel(for: snapshot.persistentIdentifier) {
        context.graph.delete(model)
      }
    }
    try context.save()
    return DataStoreSaveChangesResult(
      for: identifier, remappedIdentifiers: byIdentifier.mapValues(\.persistentModelID),
      snapshotsToReregister: [:], historyToken: try lastToken())
  }

  /// Returns the token of the last transaction in the history; nil if the store keeps no history.
  private func lastToken() throws -> DefaultHistoryToken? {
    let store = container.coordinator.stores[0]
    guard store.history != nil else { return nil }
    let connection = try store.lendReader()
    defer { store.takeBack(connection) }
    let number = try connection.exclusively { try HistoryTables.last(on: connection) }
    return DefaultHistoryToken(storeIdentifier: store.identifier, number: number)
  }

  /// Deletes the objects that meet a condition, without loading them.
  public func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
    try context(for: request.editingState).delete(
      model: T.self, where: request.predicate, includeSubclasses: request.includeSubclasses)
  }

  /// Deletes all objects of the store.
  public func erase() throws { try container.erase() }

  // MARK: States

  /// Does nothing: the store keeps no state for a context.
  public func initializeState(for editingState: EditingState) {}

  /// Does nothing: the store keeps no state for a context.
  public func invalidateState(for editingState: EditingState) {}

  // MARK: History

  /// Returns the transactions that a descriptor describes.
  public func fetchHistory(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws -> [DefaultHistoryTransaction] {
    try ModelContext(container).fetchHistory(descriptor)
  }

  /// Deletes the transactions that a descriptor describes from the history.
  public func deleteHistory(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws {
    try ModelContext(container).deleteHistory(descriptor)
  }
}

extension ModelConfiguration: DataStoreConfiguration {
  /// The store that is created with the configuration.
  public typealias Store = DefaultStore
}
