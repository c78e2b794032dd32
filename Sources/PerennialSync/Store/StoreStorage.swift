package import Perennial
import PerennialRecords
package import PerennialReplication

/// A store of a container, as the storage of an engine.
package final class StoreStorage: Sendable {
  private weak let container: ModelContainer?
  private let entities: StoreEntities
  private let number: Int
  private let schema: SyncSchema
  private let listener: StoreListener

  /// Prepares a store for sync.
  ///
  /// Objects that the store has are sent to the hub. Their stamps are the earliest of all, so that they never
  /// replace an edit.
  ///
  /// - Parameter number: The number of the store in the container.
  /// - Throws: ``SwiftDataError/readOnlyStore``, ``SwiftDataError/storeFailure``;
  ///   ``SwiftDataError/unsupportedFeature`` if the store keeps no history.
  package init(_ container: ModelContainer, store number: Int = 0) throws {
    (self.container, self.number) = (container, number)
    entities = container.storeEntities
    try container.checkKeepsHistory(ofStore: number)
    schema = SyncSchema(
      entities, store: number, try container.descriptions(ofStore: number))
    listener = StoreListener(container)
    try transaction { try $0.store.prepare() }
  }
}

extension StoreStorage: SyncStorage {
  package func transaction<Result>(
    _ body: (Replica<StoreReplica>) throws -> Result
  ) throws -> Result {
    guard let container else {
      throw SwiftDataError.storeFailure.because(
        "the container of a synced store was released. Retain it as long as the store is synced")
    }
    return try container.writeRemotely(to: number, by: listener) { transaction in
      let store = StoreReplica(transaction, schema, entities)
      try store.followReplacement()
      let replica = Replica(store)
      let result = try body(replica)
      try store.finish(replica)
      return (result, store.changes.changeSet)
    }
  }

  package var localChanges: AsyncStream<Void> { listener.changes }
}
