extension ModelContainer {
  /// Runs a block that writes changes of a hub, in one transaction of a store.
  ///
  /// All contexts, observers and live results are notified once, after the commit. The transaction is
  /// recorded in the history with the cause `remote`, if it changes rows.
  ///
  /// - Parameters:
  ///   - number: The number of the store.
  ///   - listener: The listener that is not told of this transaction. It is told of the next one.
  /// - Throws: The errors of the block, in which case nothing is written; ``SwiftDataError/readOnlyStore``,
  ///   ``SwiftDataError/storeFailure``.
  package func writeRemotely<Result>(
    to number: Int, by listener: StoreListener,
    _ body: (StoreTransaction) throws -> Result
  ) throws -> Result {
    // Before the block can read the history: a transaction that it does not find there wakes the listener again.
    _ = listener.inbox.takeAll()
    return try coordinator.commit(
      CommitRequest(stores: [number], cause: .remote), by: listener.inbox, returning: body)
  }

  /// Throws if a store cannot be synced: it is a custom store, or keeps no history.
  package func checkKeepsHistory(ofStore number: Int) throws {
    let store = coordinator.stores[number]
    if !store.allowsSave { throw store.readOnlyError }
    if store.isMirror || store.history == nil {
      throw SwiftDataError.unsupportedFeature.because(
        "\(store.path) keeps no history, which sync needs. Set historyRetention to .unlimited")
    }
  }

  /// Returns the path of a store's file; nil for a store in memory.
  package func path(ofStore number: Int) -> String? {
    let store = coordinator.stores[number]
    return store.isInMemory ? nil : store.path
  }

  /// Returns the identifier of a store; nil if the container does not have it.
  package func identifier(ofStore number: Int) -> String? {
    coordinator.stores.indices.contains(number) ? coordinator.stores[number].identifier : nil
  }

  /// The entities of the container's stores.
  package var storeEntities: StoreEntities { coordinator.entities }

  /// Returns the descriptions of a store's entities.
  package func descriptions(ofStore number: Int) throws -> [EntityDescription] {
    let store = coordinator.stores[number]
    let connection = try store.lendReader()
    defer { store.takeBack(connection) }
    return try connection.exclusively { try StoreMetadata.descriptions(on: connection) }
  }
}
