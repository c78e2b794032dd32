// The common write path of saves, batches, presets, erasing and restoring.

extension StoreCoordinator {
  /// Runs a block in a write transaction of each store, commits all of them, and announces the changes.
  ///
  /// 1. The block writes to each store, and sets the changes of the transaction. All stores are written
  ///    before the first one commits, so that errors of the block are thrown before any commit.
  /// 2. The changes are recorded in the stores' histories, and the transactions commit.
  /// 3. While no other context can write, the changes are put into the inboxes of the other contexts.
  /// 4. `settle` updates the writing context.
  /// 5. The other contexts, observers and live results are notified. This runs code of the program.
  ///
  /// - Parameters:
  ///   - graph: The writing context's graph, which is not notified; nil for a write of the container.
  ///   - settle: A closure that is called if a store has committed.
  ///   - body: A closure that is called for each store, and once more for the preview of a custom store.
  /// - Returns: The outcome, which has a ``Commit/failure`` if only some of several stores were written.
  /// - Throws: Errors of the block or of a store. Nothing is written in that case.
  @discardableResult
  func commit(
    _ request: CommitRequest, by graph: ObjectGraph? = nil,
    settling settle: (Commit) -> Void = { _ in },
    _ body: (StoreTransaction) throws -> Void
  ) throws -> Commit {
    try commits.during {
      let commit = try write(request, graph, body)
      if !commit.parts.isEmpty { settle(commit) }
      for delivery in commit.deliveries { announce(delivery, from: graph) }
      for changes in commit.found { announce(bus.deliver(changes, from: nil), from: nil) }
      return commit
    }
  }

  private func write(
    _ request: CommitRequest, _ graph: ObjectGraph?, _ body: (StoreTransaction) throws -> Void
  ) throws -> Commit {
    var commit = Commit()
    var open: [OpenTransaction] = []
    do {
      for number in request.stores {
        let transaction = try OpenTransaction(number, of: self, request, graph)
        open.append(transaction)
        try transaction.write(body)
        if request.stores.count > 1 { try transaction.checkReferences() }
      }
      for transaction in open.reversed() {
        try transaction.commit()
        commit.add(transaction.transaction, to: transaction.number)
      }
    } catch {
      for transaction in open.reversed() { transaction.transaction.rollback() }
      guard !commit.parts.isEmpty else {
        for transaction in open.reversed() { _ = transaction.end() }
        throw error
      }
      commit.fail(error)
    }
    commit.deliver(by: bus, from: graph?.inbox)
    commit.found = open.reversed().compactMap { $0.end() }
    return commit
  }

  /// Notifies the other contexts and the observers of changes that are in the inboxes.
  func announce(_ delivery: SaveBus.Delivery, from graph: ObjectGraph?) {
    delivery.announce()
    observations.announce(delivery.changes, from: graph.map(ObjectIdentifier.init))
  }
}

/// A transaction of a store, and the custom store that participates in it.
private struct OpenTransaction {
  /// The number of the store.
  let number: Int
  let transaction: StoreTransaction
  private let participant: (any CustomStoreAdapter)?
  private let request: CommitRequest
  private let graph: ObjectGraph?

  init(
    _ number: Int, of coordinator: StoreCoordinator, _ request: CommitRequest, _ graph: ObjectGraph?
  ) throws {
    let store = coordinator.stores[number]
    self.number = number
    self.request = request
    self.graph = graph
    participant = try request.participant(of: store)
    try participant?.begin(request.participation, for: graph)
    do {
      transaction = try StoreTransaction(
        store, request.kind(of: number), request.cause, keepsHistory: request.keepsHistory)
    } catch {
      _ = participant?.end(isCommitted: false)
      throw error
    }
  }

  func write(_ body: (StoreTransaction) throws -> Void) throws {
    if let participant, let graph {
      try participant.prepare(transaction.preview(body), transaction.connection, for: graph)
    }
    try body(transaction)
  }

  /// Throws an error that names references to missing rows.
  func checkReferences() throws {
    if transaction.connection.hasDanglingReferences {
      throw WriteFailure.namingDanglingReferences(on: transaction.connection)
    }
  }

  func commit() throws {
    try participant?.finish(transaction, request.participation, for: graph)
    try transaction.commit(author: request.author)
    if let entry = transaction.entry, transaction.isCommitted {
      transaction.store.history?.didCommit(entry.number, after: entry.previous)
    }
  }

  /// Ends the transaction.
  ///
  /// - Returns: The changes that a custom store has reported meanwhile.
  func end() -> ChangeSet? {
    transaction.end()
    return participant?.end(isCommitted: transaction.isCommitted)
  }
}
