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
  ///   - inbox: The writing context's inbox, which gets no changes; nil for a write of the container.
  ///   - settle: A closure that is called if a store has committed.
  ///   - body: A closure that is called for each store, and once more for the preview of a custom store.
  /// - Returns: The outcome, which has a ``Commit/failure`` if only some of several stores were written.
  /// - Throws: Errors of the block or of a store. Nothing is written in that case.
  @discardableResult
  func commit(
    _ request: CommitRequest, by inbox: Inbox? = nil,
    settling settle: (Commit) -> Void = { _ in },
    _ body: (StoreTransaction) throws -> Void
  ) throws -> Commit {
    try commits.during {
      let commit = try write(request, inbox, body)
      if !commit.parts.isEmpty { settle(commit) }
      for delivery in commit.deliveries { announce(delivery, from: inbox) }
      for changes in commit.found { announce(bus.deliver(changes, from: nil), from: nil) }
      return commit
    }
  }

  private func write(
    _ request: CommitRequest, _ inbox: Inbox?, _ body: (StoreTransaction) throws -> Void
  ) throws -> Commit {
    var commit = Commit()
    var open: [OpenTransaction] = []
    do {
      for number in request.stores {
        let part = try OpenTransaction(number, of: self, request)
        open.append(part)
        try part.prepare(body)
        try body(part.transaction)
        if request.stores.count > 1 { try part.checkReferences() }
      }
      for part in open.reversed() {
        try part.participant?.finish(part.transaction, request.participation, for: part.client)
        try part.transaction.commit(author: request.editingState?.author)
        commit.add(part.transaction, to: part.number)
      }
    } catch {
      for part in open.reversed() { part.transaction.rollback() }
      guard !commit.parts.isEmpty else {
        for part in open.reversed() { _ = part.end() }
        throw error
      }
      commit.fail(error)
    }
    commit.deliver(by: bus, from: inbox)
    commit.found = open.reversed().compactMap { $0.end() }
    return commit
  }

  /// Notifies the other contexts and the observers of changes that are in the inboxes.
  private func announce(_ delivery: SaveBus.Delivery, from inbox: Inbox?) {
    delivery.announce()
    observations.announce(delivery.changes, from: inbox)
  }
}

/// A transaction of a store, and the custom store that participates in it.
private struct OpenTransaction {
  /// The number of the store.
  let number: Int
  let transaction: StoreTransaction
  let participant: (any CustomStoreAdapter)?
  /// The writing context; nil if the container writes.
  let client: StoreClient?

  init(_ number: Int, of coordinator: StoreCoordinator, _ request: CommitRequest) throws {
    let store = coordinator.stores[number]
    self.number = number
    participant = try request.participant(coordinator.adapters[number], of: store)
    client = request.editingState.map { StoreClient(coordinator: coordinator, editingState: $0) }
    try participant?.begin(request.participation, for: client)
    do {
      transaction = try StoreTransaction(
        store, request.kind(of: number), request.cause, keepsHistory: request.keepsHistory)
    } catch {
      _ = participant?.end(isCommitted: false)
      throw error
    }
  }

  /// Prepares the custom store by a preview of the write.
  func prepare(_ body: (StoreTransaction) throws -> Void) throws {
    guard let participant, let client else { return }
    try participant.prepare(transaction.preview(body), transaction.connection, for: client)
  }

  /// Throws an error that names references to missing rows.
  func checkReferences() throws {
    if transaction.connection.hasDanglingReferences {
      throw transaction.connection.danglingReferencesError
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
