extension ModelContainer {
  /// Runs a block that reads a store for sync, in one read transaction.
  ///
  /// A file is read through a reading connection, which does not wait for transactions that write. A store in memory
  /// has one connection, so there the block waits for it.
  ///
  /// - Parameter number: The number of the store.
  /// - Throws: The errors of the block; ``SwiftDataError/storeFailure``;
  ///   ``SwiftDataError/unsupportedFeature`` if a transaction of this thread writes to a store in memory.
  package func readRemotely<Result>(
    from number: Int, _ body: (StoreTransaction) throws -> Result
  ) throws -> Result {
    let store = coordinator.stores[number]
    let connection = try store.lendReader()
    defer { store.takeBack(connection) }
    return try connection.exclusively {
      if store.isInMemory { try store.checkIsIdle() }
      return try connection.dryRun(isWriting: false) {
        try body(
          StoreTransaction(
            reading: store, number: number, entities: coordinator.entities, on: connection))
      }
    }
  }
}
