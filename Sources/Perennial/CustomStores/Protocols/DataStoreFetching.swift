/// A context's request to fetch objects from a store.
public struct DataStoreFetchRequest<T: PersistentModel>: Sendable {
  /// The context that sends the request.
  public let editingState: EditingState
  /// The model, predicate, order and limit of the fetch.
  public let descriptor: FetchDescriptor<T>
}

/// The snapshots that a store returns for a fetch.
public struct DataStoreFetchResult<ModelType: PersistentModel, SnapshotType: DataStoreSnapshot>:
  Sendable
{
  /// The descriptor of the request.
  public let descriptor: FetchDescriptor<ModelType>
  /// The snapshots that match the descriptor, in its order.
  public let fetchedSnapshots: [SnapshotType]
  /// Snapshots of related objects. The framework need not fetch these objects afterwards.
  public let relatedSnapshots: [PersistentIdentifier: SnapshotType]

  /// Creates a result.
  ///
  /// ```swift
  /// func answer(
  ///   _ request: DataStoreFetchRequest<Trip>, with snapshots: [DefaultSnapshot]
  /// ) -> DataStoreFetchResult<Trip, DefaultSnapshot> {
  ///   DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: snapshots)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor of the request.
  ///   - fetchedSnapshots: The snapshots that match the descriptor, in its order.
  ///   - relatedSnapshots: Snapshots of objects that the fetched ones reference, by identifier.
  public init(
    descriptor: FetchDescriptor<ModelType>,
    fetchedSnapshots: [SnapshotType],
    relatedSnapshots: [PersistentIdentifier: SnapshotType] = [:]
  ) {
    self.descriptor = descriptor
    self.fetchedSnapshots = fetchedSnapshots
    self.relatedSnapshots = relatedSnapshots
  }
}
