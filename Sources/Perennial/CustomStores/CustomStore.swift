import Foundation

/// The source of rows for a program's own store.
///
/// Everything that the store returns is kept in the mirror. The store is asked again for each fetch.
/// Contexts merge its changes as they merge another context's save.
// Sendable: constants, and variables that are used under the lock.
final class CustomStore<Store: DataStore>: CustomStoreAdapter, HistorySource, @unchecked Sendable {
  let store: Store
  let keys: IdentifierMap
  /// The number of the store in its container.
  let number: Int
  // Recursive, because a write to the store reads the mirror, which may fetch more from the store.
  let lock = NSRecursiveLock()
  /// The known members of to-many relationships; under the lock.
  var lists = SnapshotImporter.Lists()
  /// The contexts for which the store was initialised; under the lock.
  private var known: Set<UUID> = []
  /// The last snapshots of rows that are about to be deleted, by entity and key.
  typealias Doomed = [String: [Int64: Store.Snapshot]]

  /// A commit that the store takes part in.
  struct CommitState {
    /// The lists to return to if the commit fails.
    let lists: SnapshotImporter.Lists
    var doomed: Doomed = [:]
  }

  /// The commit that is running; under the lock.
  var commit: CommitState?
  /// The changes that the store returned during a write, to be delivered after the write; under the
  /// lock.
  var untold: ChangeSet?

  init(_ store: Store, number: Int) throws {
    guard !store.identifier.isEmpty else {
      throw SwiftDataError.loadIssueModelContainer.because(
        "a \(Store.self) has no identifier; its objects cannot be identified")
    }
    self.store = store
    self.number = number
    keys = IdentifierMap.of(store.identifier)
  }

  func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }

  /// Runs a block that calls the store for a context. Initialises the store's state for the context
  /// first.
  func serving<Result>(_ client: StoreClient, _ body: () throws -> Result) throws -> Result {
    try exclusively {
      if known.insert(client.editingState.id).inserted {
        store.initializeState(for: client.editingState)
      }
      do {
        return try body()
      } catch let error as DataStoreError {
        throw Self.explanation(of: error)
      }
    }
  }

  func end(_ state: EditingState) {
    exclusively {
      if known.remove(state.id) != nil { store.invalidateState(for: state) }
    }
  }

  func erase() throws {
    try exclusively {
      do {
        try store.erase()
      } catch let error as DataStoreError {
        throw Self.explanation(of: error)
      }
      lists = SnapshotImporter.Lists()
    }
  }

  /// Returns the error for a request that the store refuses and the framework cannot fulfil instead.
  private static func explanation(of error: DataStoreError) -> SwiftDataError {
    let name = "\(Store.self)"
    switch error {
    case .unsupportedFeature:
      return .unsupportedFeature.because(
        "\(name) does not support this operation", underlying: error)
    case .invalidPredicate, .preferInMemoryFilter:
      return .unsupportedPredicate.because(
        "\(name) supports neither the predicate nor a fetch of all objects", underlying: error)
    case .preferInMemorySort:
      return .unsupportedSortDescriptor.because(
        "\(name) supports neither the sort descriptors nor a fetch without them", underlying: error)
    }
  }

  // MARK: Snapshots

  /// Writes snapshots to the mirror.
  ///
  /// - Parameter models: The entities of which the snapshots are all rows, including the entities of
  ///   subclasses. Other rows of these entities are deleted from the mirror.
  /// - Returns: The keys of the rows of `snapshots`, in order.
  func admit(
    _ snapshots: [Store.Snapshot], related: [Store.Snapshot] = [],
    allOf models: [ContainerEntity] = [], for client: StoreClient
  ) throws -> [Int64] {
    let mirror = client.coordinator.stores[number]
    var rowIDs: [Int64] = []
    func write(_ connection: Connection) throws -> ChangeSet {
      var admission = SnapshotImporter(
        connection: connection, keys: keys, entities: client.coordinator.entities, store: number,
        lists: lists)
      var found: [Int: Set<Int64>] = [:]
      for snapshot in snapshots {
        let (entity, rowID) = try admission.admit(DefaultSnapshot(snapshot))
        rowIDs.append(rowID)
        found[entity.number, default: []].insert(rowID)
      }
      for snapshot in related { _ = try admission.admit(DefaultSnapshot(snapshot)) }
      for entity in models.flatMap(client.coordinator.entities.members) {
        try admission.remove(from: entity, except: found[entity.number] ?? [])
      }
      lists = admission.lists
      return try admission.changes()
    }
    let connection = try mirror.lendReader()
    if connection.isInTransaction {
      // A save is being written. Other contexts get these changes after it.
      let event = try write(connection)
      if !event.isEmpty { untold = untold?.adding(event) ?? event }
      return rowIDs
    }
    let before = lists
    do {
      try client.coordinator.commit(
        CommitRequest(
          stores: [number], kind: .sets, keepsHistory: false, participation: .mirrorOnly)
      ) { $0.changes = try write($0.connection) }
      return rowIDs
    } catch {
      lists = before
      throw error
    }
  }
}

extension ChangeSet {
  /// Returns this change set and another one combined.
  func adding(_ other: ChangeSet) -> ChangeSet {
    var event = self
    event.add(other)
    return event
  }
}
