/// What a context wants from a store.
public struct DataStoreFetchRequest<T: PersistentModel>: Sendable {
  /// Who asks.
  public let editingState: EditingState
  /// What for.
  public let descriptor: FetchDescriptor<T>

  init(editingState: EditingState, descriptor: FetchDescriptor<T>) {
    self.editingState = editingState
    self.descriptor = descriptor
  }
}

/// What a store has found.
public struct DataStoreFetchResult<ModelType: PersistentModel, SnapshotType: DataStoreSnapshot>:
  Sendable
{
  public let descriptor: FetchDescriptor<ModelType>
  /// The snapshots that the descriptor describes, in its order.
  public let fetchedSnapshots: [SnapshotType]
  /// Snapshots of related objects, to save the framework from asking for them.
  public let relatedSnapshots: [PersistentIdentifier: SnapshotType]

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
