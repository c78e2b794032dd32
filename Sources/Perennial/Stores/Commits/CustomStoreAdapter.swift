import Foundation

/// The context that sends a request to a custom store: its editing state, and the stores that it reads.
struct StoreClient {
  let coordinator: StoreCoordinator
  let editingState: EditingState
}

/// The custom store behind a mirror: it answers the requests of contexts.
///
/// Contexts always read rows by SQL. The rows of a custom store are in a database in memory, its
/// mirror. An adapter loads them into the mirror before they are read: the rows of a fetch, of
/// identifiers, of relationships. It takes part in the transactions of the mirror. A default store has no
/// adapter.
protocol CustomStoreAdapter: AnyObject, Sendable {
  /// Loads the objects that match a descriptor into the mirror.
  ///
  /// - Parameter models: The other models that the descriptor's predicate and order read.
  func answer<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, reading models: Set<ObjectIdentifier>, for client: StoreClient
  ) throws -> CustomFetchResult

  /// Returns the number of objects that match a descriptor without limit and offset; nil if the store
  /// cannot count them.
  func count<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, for client: StoreClient
  ) throws -> Int?

  /// Returns the keys of the rows that match a descriptor without offset, in order. The rows need not
  /// be in the mirror. Nil if the store cannot find them.
  func rowIDs<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, for client: StoreClient
  ) throws -> [Int64]?

  /// Loads all objects of some models into the mirror.
  func complete(_ models: [any PersistentModel.Type], for client: StoreClient) throws

  /// Loads rows that are not in the mirror yet.
  func supply(_ rowIDs: [Int64], of entity: ContainerEntity, for client: StoreClient) throws

  /// Loads the members of a to-many relationship of several rows into the mirror.
  func supplyMembers(
    of owners: [Int64], _ relationship: RelationshipLayout, of entity: ContainerEntity,
    for client: StoreClient
  ) throws

  // The methods of a transaction of the mirror, in the order of their calls. `client` is nil if the
  // container writes.

  /// Begins to serve one context exclusively.
  func begin(_ participation: CommitRequest.Participation?, for client: StoreClient?) throws

  /// Loads the rows that a write will affect into the mirror.
  ///
  /// - Parameter preview: The changes of the same write, which was rolled back.
  func prepare(_ preview: ChangeSet, _ connection: Connection, for client: StoreClient) throws

  /// Sends the changes of the mirror to the store, before they are committed.
  func finish(
    _ transaction: StoreTransaction, _ participation: CommitRequest.Participation?,
    for client: StoreClient?
  ) throws

  /// Serves other contexts again.
  ///
  /// - Returns: Changes that the store has returned in the meantime.
  func end(isCommitted: Bool) -> ChangeSet?

  /// Returns `true` if the store can delete a set of a model's objects by itself, and they need not be
  /// in the mirror.
  func canDeleteUnseen(_ entity: ContainerEntity, for client: StoreClient) -> Bool

  /// Deletes the objects that match a predicate by the store's own batch deletion.
  ///
  /// - Returns: `false` if the store does not support that.
  func delete<T: PersistentModel>(
    where predicate: Predicate<T>?, includesSubclasses: Bool, for client: StoreClient
  ) throws -> Bool

  /// Ends the store's state for a context that was deallocated or gets a new editing state.
  func end(_ state: EditingState)
}

/// The result of a source for a fetch.
enum CustomFetchResult {
  /// The keys of the rows, in the store's order. `isSorted` is `true` if that is the order of the
  /// descriptor.
  case rows([Int64], isSorted: Bool)
  /// All rows that the fetch reads are in the mirror. SQL finds the matching ones.
  case everything
}
