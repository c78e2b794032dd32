// The writes of a container.

extension StoreCoordinator {
  /// Runs a block in a write transaction of each store, commits all of them, and announces the changes.
  ///
  /// 1. The block writes to each store, and sets the changes of the transaction. All stores are written
  ///    before the first one commits, so that errors of the block are thrown before any commit.
  /// 2. The changes are recorded in the stores' histories, and the transactions commit.
  /// 3. While no other context can write, the changes are put into the inboxes of the other contexts.
  /// 4. `settle` updates the writing context. Then the other contexts, observers and live results are
  ///    notified, which runs code of the program.
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
    commits.begin()
    defer { commits.end() }
    let client = request.editingState.map { StoreClient(coordinator: self, editingState: $0) }
    var commit = Commit()
    var open: [(transaction: StoreTransaction, participant: (any CustomStoreAdapter)?)] = []
    /// Ends the transactions, and returns the changes that custom stores have reported meanwhile.
    func endAll() -> [ChangeSet] {
      open.reversed().compactMap { transaction, participant in
        transaction.end()
        return participant?.end(isCommitted: transaction.isCommitted)
      }
    }
    do {
      for number in request.stores {
        let participant = try request.participant(adapters[number], of: stores[number])
        let transaction = StoreTransaction(stores[number], number: number, entities: entities) {
          [bus, observations] in
          bus.hasListeners(besides: inbox) || observations.isWatching
        }
        try participant?.begin(request.participation, for: client)
        open.append((transaction, participant))
        try transaction.begin(
          request.kind(of: number), request.cause, keepsHistory: request.keepsHistory)
        if let participant, let client {
          try participant.prepare(transaction.preview(body), transaction.connection, for: client)
        }
        try body(transaction)
        try entities.specify(&transaction.changes, on: transaction.connection)
        // The commit would refuse them too, but other stores may be committed by then.
        if request.stores.count > 1, transaction.connection.hasDanglingReferences {
          throw transaction.connection.danglingReferencesError
        }
      }
      for (transaction, participant) in open.reversed() {
        try participant?.finish(transaction, request.participation, for: client)
        if request.isDryRun {
          transaction.rollback()
        } else {
          try transaction.commit(author: request.editingState?.author)
        }
        if transaction.isCommitted { commit.transactions.append(transaction) }
      }
    } catch {
      for part in open.reversed() { part.transaction.rollback() }
      if commit.transactions.isEmpty {
        _ = endAll()
        throw error
      }
      commit.failure = error
    }
    let deliveries = commit.published.map { bus.deliver($0, from: inbox) }
    let found = endAll()
    announce(deliveries, from: inbox) { if !commit.transactions.isEmpty { settle(commit) } }
    for changes in found { announce([bus.deliver(changes, from: nil)]) }
    return commit
  }

  /// Runs a block in a write transaction of one store; see ``commit(_:by:settling:_:)``.
  ///
  /// - Returns: The result of the block.
  func commit<Result>(
    _ request: CommitRequest, by inbox: Inbox? = nil,
    returning body: (StoreTransaction) throws -> Result
  ) throws -> Result {
    var result: Result?
    try commit(request, by: inbox) { result = try body($0) }
    if let result { return result }
    let paths = request.stores.map { stores[$0].path }.joined(separator: ", ")
    throw SwiftDataError.storeFailure.because("nothing was written to “\(paths)”")
  }

  /// Updates the writing context, and then notifies the other contexts and the observers of changes that are
  /// in the inboxes. The notifications run code of the program, which finds the writing context up to date.
  ///
  /// - Parameter settle: A closure that updates the writing context.
  func announce(
    _ deliveries: [SaveBus.Delivery], from sender: Inbox? = nil, settling settle: () -> Void = {}
  ) {
    settle()
    for delivery in deliveries {
      for (inbox, isFirst) in delivery.inboxes {
        inbox.listener.value?(delivery.changes)
        if isFirst { inbox.wake.value?() }
      }
      observations.announce(delivery.changes, from: sender)
    }
  }

  // MARK: Erasing

  /// Deletes all objects of all stores.
  func erase() throws {
    if let store = stores.first(where: { !$0.allowsSave }) { throw store.readOnlyError }
    let request = CommitRequest(stores: nesting, kind: .sets, participation: .erase)
    let commit = try commit(request) { try $0.erase() }
    let failure = commit.partialSave(
      request.stores, of: stores, operation: "erased", remedy: "Erase the container again to finish"
    )
    if let failure { throw failure }
  }

  /// Erases the entities that stores have and the schema does not.
  ///
  /// - Returns: The names of the entities.
  func eraseRetiredEntities() throws -> [String] {
    let request = CommitRequest(stores: nesting.filter { !stores[$0].isMirror }, kind: .sets)
    var names: [String: [String]] = [:]
    let commit = try commit(request) {
      names[$0.store.path] = try $0.eraseRetiredEntities()
    }
    let failure = commit.partialSave(
      request.stores, of: stores, operation: "cleaned of retired entities",
      remedy: "Erase the retired entities again to finish")
    if let failure { throw failure }
    return stores.flatMap { names[$0.path] ?? [] }
  }
}
