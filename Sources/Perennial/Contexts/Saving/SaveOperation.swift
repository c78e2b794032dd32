/// One save of a context: writes the pending changes in one transaction for each store, and updates the
/// objects that were written.
struct SaveOperation {
  /// The part of a save that concerns one store.
  struct WrittenPart {
    var plan: SavePlan
    /// The keys of existing rows that new objects turned out to be, by the keys of the new objects
    /// (upserts).
    var aliases: [Int64: Int64] = [:]
    /// The keys of those existing rows that the upsert left unchanged.
    var kept: Set<Int64> = []
    /// The changes to rows that the plan does not name.
    var consequences = ChangeSet()
  }

  let graph: ObjectGraph
  private let plan: SavePlan
  /// The parts of the plan by store, in the order of the transactions. The order is the same for all
  /// containers of the same files.
  private let parts: [(store: Int, plan: SavePlan)]
  var written: [Int: WrittenPart] = [:]
  /// The changes of objects that the save did not write as they were, for their observers.
  var observed: [(ModelObservation, PropertyMask)] = []
  var identifiers = SavedIdentifiers()
  /// The history tokens of the save, by the identifiers of the stores.
  var tokens: [String: any HistoryToken] = [:]
  /// The reason why some stores were not written; nil if all were.
  private(set) var failure: SwiftDataError?

  /// Plans and validates a save. Returns nil if there is nothing to write.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure``.
  init?(_ graph: ObjectGraph) throws {
    let plan = SavePlan(graph)
    if plan.rows.isEmpty { return nil }
    try SaveValidation.check(plan, graph)
    self.graph = graph
    self.plan = plan
    parts = graph.coordinator.nesting.map { ($0, plan.part(of: $0, graph)) }
      .filter { !$0.1.rows.isEmpty }
  }

  /// Writes the plan, and updates the state of the context's objects.
  mutating func run() throws {
    let request = CommitRequest(
      stores: parts.map(\.store), editingState: graph.editingState, participation: .save(plan.rows))
    try graph.coordinator.commit(
      request, by: graph.inbox,
      settling: { commit in
        settle(commit)
        failure = commit.partialSave(
          request.stores, of: graph.coordinator.stores, "saved",
          remedy: "The other changes are still pending; save again",
          commit.parts.flatMap { written[$0.store].map { SavedIdentifiers($0.plan).all } ?? [] })
      }
    ) { transaction in
      let stores = graph.coordinator.stores
      guard let part = parts.first(where: { stores[$0.store] === transaction.store }) else {
        return
      }
      written[part.store] = try write(part.plan, to: part.store, transaction)
    }
    for (observation, mask) in observed { observation.announce(mask) }
  }

  /// Writes the part of the plan that concerns one store.
  private func write(
    _ planned: SavePlan, to store: Int, _ transaction: StoreTransaction
  ) throws -> WrittenPart {
    var plan = planned
    let (connection, coordinator) = (transaction.connection, graph.coordinator)
    try ConflictResolution.resolve(&plan, on: connection, graph)
    var writer = RowWriter(connection, coordinator.entities, graph.mergePolicy, transaction.history)
    try writer.write(plan.rows)
    plan.forget(writer.missing)
    if transaction.history != nil || isFollowed || transaction.store.isMirror {
      transaction.changes = ChangeSet(
        plan.rows, plan.touched, store: store, in: coordinator.entities, aliases: writer.aliases,
        kept: writer.kept)
      transaction.changes.add(writer.consequences)
      try coordinator.entities.specify(&transaction.changes, on: connection)
    }
    let existing = Set(writer.aliases.values)
    if !existing.isEmpty {
      transaction.upserts = existing.subtracting(plan.rows.insertedRows(writer.aliases))
    }
    return WrittenPart(
      plan: plan, aliases: writer.aliases, kept: writer.kept, consequences: writer.consequences)
  }

  /// `true` if the save has to notify another context, an observer or a live result.
  private var isFollowed: Bool {
    let coordinator = graph.coordinator
    return coordinator.bus.hasListeners(besides: graph.inbox) || coordinator.observations.isWatching
      || graph.feed != nil
  }
}
