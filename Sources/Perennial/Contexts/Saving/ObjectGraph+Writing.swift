// The execution of a save's plan, store by store.

/// The result of a save.
struct SaveOutcome {
  var identifiers = SavedIdentifiers()
  var tokens: [String: any HistoryToken] = [:]
  /// The reason why some stores were not written; nil if all were.
  var failure: SwiftDataError?
}

/// The part of a save that concerns one store.
private struct WrittenPart {
  var plan: SavePlan
  /// The keys of existing rows that new objects turned out to be, by the keys of the new objects (upserts).
  var aliases: [Int64: Int64] = [:]
  /// The keys of those existing rows that the upsert left unchanged.
  var kept: Set<Int64> = []
  /// The changes to rows that the plan does not name.
  var consequences = ChangeSet()
}

extension ObjectGraph {
  /// Writes a plan, and updates the state of this context's objects.
  func write(_ plan: SavePlan) throws -> SaveOutcome {
    let parts = parts(of: plan)
    var written: [Int: WrittenPart] = [:]
    var outcome = SaveOutcome()
    var told: [(ModelObservation, PropertyMask)] = []
    let request = CommitRequest(
      stores: parts.map(\.store), editingState: editingState, participation: .save(plan.rows))
    try coordinator.commit(
      request, by: inbox,
      settling: { commit in
        outcome = settle(commit, &written, &told)
        outcome.failure = commit.partialSave(
          request.stores, of: coordinator.stores, "saved",
          remedy: "The other changes are still pending; save again",
          commit.parts.flatMap { written[$0.store].map { SavedIdentifiers($0.plan).all } ?? [] })
      }
    ) { transaction in
      guard let part = parts.first(where: { coordinator.stores[$0.store] === transaction.store })
      else { return }
      written[part.store] = try write(part.plan, to: part.store, transaction)
    }
    for (observation, mask) in told { observation.announce(mask) }
    return outcome
  }

  /// Returns the parts of a plan for each store. The order of the stores is the same for all containers of
  /// the same files.
  private func parts(of plan: SavePlan) -> [(store: Int, plan: SavePlan)] {
    coordinator.nesting.map { ($0, plan.part(of: $0, self)) }.filter { !$0.1.rows.isEmpty }
  }

  /// Writes the part of a plan that concerns one store.
  private func write(
    _ planned: SavePlan, to store: Int, _ transaction: StoreTransaction
  ) throws -> WrittenPart {
    var plan = planned
    let connection = transaction.connection
    try ConflictResolution.resolve(&plan, on: connection, self)
    var writer = RowWriter(connection, coordinator.entities, mergePolicy, transaction.history)
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

  /// Updates the state of the objects of a save, store by store.
  private func settle(
    _ commit: Commit, _ written: inout [Int: WrittenPart],
    _ told: inout [(ModelObservation, PropertyMask)]
  ) -> SaveOutcome {
    var outcome = SaveOutcome()
    for part in commit.parts {
      guard var own = written[part.store] else { continue }
      let changes = part.transaction.changes
      let aliases = own.aliases.merging(changes.aliases) { first, _ in first }
      adopt(aliases, kept: own.kept, own.plan)
      own.plan.rows.replaceKeys(aliases)
      written[part.store] = own
      outcome.identifiers.add(SavedIdentifiers(own.plan))
      outcome.tokens.merge(changes.historyTokens) { $1 }
      settle(own.plan, &told)
    }
    if commit.failure == nil {
      pending = PendingChanges()
    } else {
      forgetPending(of: Set(commit.parts.map(\.store)))
    }
    for part in commit.parts {
      guard let consequences = written[part.store]?.consequences else { continue }
      if !consequences.isEmpty { merge(consequences) }
      feed?.collect(part.transaction.changes, isOwn: true)
    }
    return outcome
  }

  /// `true` if a save has to notify another context, an observer or a live result.
  private var isFollowed: Bool {
    coordinator.bus.hasListeners(besides: inbox) || coordinator.observations.isWatching
      || feed != nil
  }

  /// Gives new objects the keys of the existing rows that they turned out to be.
  private func adopt(_ aliases: [Int64: Int64], kept: Set<Int64>, _ plan: SavePlan) {
    if aliases.isEmpty { return }
    for change in plan.rows.inserted {
      let (header, old) = (change.header, change.rowID)
      guard let existing = aliases[old] else { continue }
      let table = tables[change.number]
      if let former = table.find(existing), former !== change.model { bury(former) }
      table.map.remove(old)
      header.pointee.rowID = existing
      table.map.insert(change.model, for: existing, of: self)
      keepInformed(change.model)
      feed?.noteDeparture(table.index, old)
      feed?.noteArrival(of: change.model)
      feed?.noteChange(table.index, existing, .all)
      self.aliases[old] = existing
    }
    // Replace references to the new objects' former keys.
    for change in plan.rows.inserted + plan.rows.updated {
      for property in change.entity.layout.properties where property.isToOne {
        var state = change.model.toOne(property.index)
        guard let existing = aliases[state.rowID] else { continue }
        state.rowID = existing
        change.model.setToOne(property.index, state)
      }
    }
    // Collections may contain objects that were replaced, and lack members that the row already had.
    unloadCollections()
    // An upsert may have left a reference of the row unchanged, or the whole row.
    for change in plan.rows.inserted {
      guard let existing = aliases[change.rowID] else { continue }
      if kept.contains(existing) {
        markStale(change.model, .all)
        continue
      }
      let references = change.entity.layout.properties.filter(\.isToOne)
      if references.isEmpty { continue }
      markStale(change.model, references.reduce([]) { $0.union($1.mask) })
    }
  }

  /// Updates the state of the objects of a plan: written objects count as unchanged, and deleted objects
  /// leave the graph.
  private func settle(_ plan: SavePlan, _ told: inout [(ModelObservation, PropertyMask)]) {
    for change in plan.gone { mergeDeletion(change.rowID, tables[change.number], &told) }
    for change in plan.rows.inserted { settle(change) }
    for change in plan.rows.updated { settle(change) }
    for change in plan.rows.deleted where change.header.pointee.belongs(to: self) {
      bury(change.model)
    }
    for change in plan.yielded + plan.revived { discardLocal(change, &told) }
    // The collections contain changes that were not written.
    if !plan.yielded.isEmpty || !plan.revived.isEmpty { unloadCollections() }
  }

  /// Discards the changes of an object that the save did not write, and marks it to be read from the store
  /// again.
  private func discardLocal(
    _ change: RowChange, _ told: inout [(ModelObservation, PropertyMask)]
  ) {
    let header = change.header
    guard header.pointee.belongs(to: self) else { return }
    let isRevived = header.pointee.state.contains(.deleted)
    header.pointee.state.subtract([.changed, .deleted])
    header.pointee.dirty = []
    let mask = isRevived ? .all : change.mask
    markStale(change.model, mask)
    if isRevived { feed?.noteArrival(of: change.model) }
    feed?.noteChange(of: change.model, mask)
    if let observation = header.pointee.extras?.registrar { told.append((observation, mask)) }
  }

  private func settle(_ change: RowChange) {
    let header = change.header
    guard header.pointee.belongs(to: self) else { return }
    header.pointee.state.subtract([.inserted, .changed])
    header.pointee.state.insert(.saved)
    header.pointee.dirty = []
    if !change.entity.positions.isEmpty { forgetPlaces(of: change) }
  }

  /// Clears the order keys of an object's references, because they are stored now.
  private func forgetPlaces(of change: RowChange) {
    for property in change.entity.positions {
      var state = change.model.toOne(property.index)
      guard state.position != 0 else { continue }
      state.position = 0
      change.model.setToOne(property.index, state)
    }
  }

  /// Discards the pending changes to stores that were written. Changes to other stores stay pending.
  private func forgetPending(of stores: Set<Int>) {
    func isPending(_ collection: ObjectCollection) -> Bool {
      !stores.contains(tables[Int(collection.table)].store)
    }
    pending.inserted = pending.insertedModels
    pending.changed = pending.changedModels
    pending.deleted = pending.deletedModels
    pending.index = nil
    pending.links = pending.links.filter { link, _ in
      coordinator.entities.store(ofLinks: link.table).map { !stores.contains($0) } ?? true
    }
    pending.places = pending.places.filter { isPending($0.key) }
    pending.touched = pending.touched.filter(isPending)
  }
}
