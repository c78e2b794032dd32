// How a save's plan becomes rows, store by store.

/// What a save has done.
struct SaveOutcome {
  var identifiers = SavedIdentifiers()
  var tokens: [String: any HistoryToken] = [:]
  /// Why some stores have nothing of it.
  var failure: SwiftDataError?
}

/// What a save has written to one store.
private struct WrittenPart {
  let store: Int
  var plan: SavePlan
  /// The keys of existing rows that new objects turned out to be, and those of them that were left
  /// as they are.
  let aliases: [Int64: Int64]
  let kept: Set<Int64>
  /// What became of rows that the plan does not name.
  let consequences: SaveEvent
  let delivery: SaveBus.Delivery
}

extension ObjectGraph {
  /// Writes a plan, and tells the other contexts.
  func write(_ plan: SavePlan) throws -> SaveOutcome {
    var outcome = SaveOutcome()
    var written: [WrittenPart] = []
    let parts = parts(of: plan)
    do {
      try write(parts[...], &written)
    } catch  where !written.isEmpty {
      outcome.failure = partialSave(parts.map(\.store), written, error)
    }
    var told: [(ModelObservation, PropertyMask)] = []
    for index in written.indices {
      let part = written[index]
      adopt(part.aliases, kept: part.kept, part.plan)
      written[index].plan.replaceKeys(part.aliases)
      outcome.identifiers.add(SavedIdentifiers(written[index].plan))
      settle(written[index].plan, &told)
    }
    if outcome.failure == nil { pending = PendingChanges() } else { forgetPending(written) }
    for part in written where !part.consequences.changes.isEmpty { merge(part.consequences) }
    for part in written {
      announce(part.delivery)
      feed?.collect(part.delivery.event, isOwn: true)
      let tokens = part.delivery.event.historyTokens
      if outcome.tokens.isEmpty {
        outcome.tokens = tokens
      } else {
        outcome.tokens.merge(tokens) { $1 }
      }
    }
    for (observation, mask) in told { observation.announce(mask) }
    return outcome
  }

  /// The parts of a plan for each store, in an order that all containers on the same files have.
  private func parts(of plan: SavePlan) -> [(store: Int, plan: SavePlan)] {
    coordinator.nesting.map { ($0, plan.part(of: $0, self)) }.filter { !$0.1.isEmpty }
  }

  /// Writes parts of a plan, one inside the transaction of the other. So all of them are written
  /// before the first one is committed, and what can be refused is refused before.
  private func write(
    _ parts: ArraySlice<(store: Int, plan: SavePlan)>, _ written: inout [WrittenPart]
  ) throws {
    guard let (number, planned) = parts.first else { return }
    var plan = planned
    var result: RowWriter?
    let store = coordinator.stores[number]
    try store.save(
      for: self, plan: plan,
      didCommit: { event in
        guard let result else { return }
        written.append(
          WrittenPart(
            store: number, plan: plan,
            aliases: result.aliases.merging(event.aliases) { first, _ in first },
            kept: result.kept,
            consequences: result.consequences,
            delivery: coordinator.bus.deliver(event, from: inbox)))
      },
      rehearse: { connection in
        var plan = planned
        try ConflictResolution.resolve(&plan, on: connection, self)
        var writer = RowWriter(connection, coordinator, mergePolicy, nil)
        try writer.write(plan)
        plan.forget(writer.missing)
        return event(of: plan, store: number, writer)
      }
    ) { connection, history in
      try ConflictResolution.resolve(&plan, on: connection, self)
      var writer = RowWriter(connection, coordinator, mergePolicy, history)
      try writer.write(plan)
      plan.forget(writer.missing)
      result = writer
      if parts.count > 1 {
        if connection.hasDanglingReferences {
          throw WriteFailure.namingDanglingReferences(on: connection)
        }
        try write(parts.dropFirst(), &written)
      }
      var event = SaveEvent()
      if history != nil || isFollowed || store.source != nil {
        event = self.event(of: plan, store: number, writer)
        try coordinator.specify(&event, on: connection)
      }
      let aliases = writer.aliases
      let existing = aliases.isEmpty ? [] : Set(aliases.values)
      return (event, existing.subtracting(existing.isEmpty ? [] : plan.insertedRows(aliases)))
    }
  }

  private func event(of plan: SavePlan, store: Int, _ writer: RowWriter) -> SaveEvent {
    var event = SaveEvent(
      plan, store: store, in: self, aliases: writer.aliases, kept: writer.kept)
    event.add(writer.consequences)
    return event
  }

  /// One store could not commit when another had: nobody can take that back.
  private func partialSave(
    _ stores: [Int], _ written: [WrittenPart], _ error: any Error
  ) -> SwiftDataError {
    func names(_ numbers: [Int]) -> String {
      numbers.map { coordinator.stores[$0].path }.joined(separator: ", ")
    }
    let done = written.map(\.store)
    let identifiers = written.map { SavedIdentifiers($0.plan) }
    return .partialSave.because(
      """
      the save was written to \(names(done)) and not to \
      \(names(stores.filter { !done.contains($0) })): \
      \((error as? SwiftDataError)?.description ?? "\(error)"). What was not written stays pending
      """,
      identifiers.flatMap { $0.inserted + $0.updated + $0.deleted }, underlying: error)
  }

  /// Whether anybody has to be told of a save.
  private var isFollowed: Bool {
    coordinator.bus.hasListeners(besides: inbox) || coordinator.observations.isWatching
      || feed != nil
  }

  /// New objects that turned out to be existing rows take over their identity.
  private func adopt(_ aliases: [Int64: Int64], kept: Set<Int64>, _ plan: SavePlan) {
    if aliases.isEmpty { return }
    for change in plan.inserted {
      let (header, old) = (change.header, change.rowID)
      guard let existing = aliases[old] else { continue }
      if let former = change.table.find(existing), former !== change.model { bury(former) }
      change.table.map.remove(old)
      header.pointee.rowID = existing
      change.table.map.insert(change.model, for: existing, of: self)
      keepInformed(change.model)
      feed?.noteDeparture(change.table.index, old)
      feed?.noteArrival(of: change.model)
      feed?.noteChange(change.table.index, existing, .all)
      self.aliases[old] = existing
    }
    // References that were made to the new identities.
    for change in plan.inserted + plan.updated {
      for property in change.table.layout.properties where property.isToOne {
        var state = change.model.toOne(property.index)
        guard let existing = aliases[state.rowID] else { continue }
        state.rowID = existing
        change.model.setToOne(property.index, state)
      }
    }
    // Collections may hold the objects that gave way, and lack what the row already had.
    unloadCollections()
    // An upsert may have left a reference as it was in the row, or all of it.
    for change in plan.inserted {
      guard let existing = aliases[change.rowID] else { continue }
      if kept.contains(existing) {
        markStale(change.model, .all)
        continue
      }
      let references = change.table.layout.properties.filter(\.isToOne)
      if references.isEmpty { continue }
      markStale(change.model, references.reduce([]) { $0.union($1.mask) })
    }
  }

  /// Makes the objects of a save clean.
  private func settle(_ plan: SavePlan, _ told: inout [(ModelObservation, PropertyMask)]) {
    for change in plan.gone { mergeDeletion(change.rowID, change.table, &told) }
    for change in plan.inserted { settle(change) }
    for change in plan.updated { settle(change) }
    for change in plan.deleted where change.header.pointee.belongs(to: self) {
      bury(change.model)
    }
    for change in plan.yielded + plan.revived { giveWay(change, &told) }
    // They were put together with what is not so.
    if !plan.yielded.isEmpty || !plan.revived.isEmpty { unloadCollections() }
  }

  /// The object is as the store has it.
  private func giveWay(
    _ change: SavePlan.Change, _ told: inout [(ModelObservation, PropertyMask)]
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

  private func settle(_ change: SavePlan.Change) {
    let header = change.header
    guard header.pointee.belongs(to: self) else { return }
    header.pointee.state.subtract([.inserted, .changed])
    header.pointee.state.insert(.saved)
    header.pointee.dirty = []
    if !change.table.entity.positions.isEmpty { forgetPlaces(of: change) }
  }

  /// The places of an object are now as stored.
  private func forgetPlaces(of change: SavePlan.Change) {
    for property in change.table.entity.positions {
      var state = change.model.toOne(property.index)
      guard state.position != 0 else { continue }
      state.position = 0
      change.model.setToOne(property.index, state)
    }
  }

  /// What was written is not pending any more; other stores' changes are.
  private func forgetPending(_ written: [WrittenPart]) {
    let stores = Set(written.map(\.store))
    func isPending(_ collection: PendingChanges.Collection) -> Bool {
      !stores.contains(tables[Int(collection.table)].store)
    }
    pending.inserted = pending.insertedModels
    pending.changed = pending.changedModels
    pending.deleted = pending.deletedModels
    pending.index = nil
    pending.links = pending.links.filter { link, _ in
      coordinator.store(ofLinks: link.table).map { !stores.contains($0) } ?? true
    }
    pending.places = pending.places.filter { isPending($0.key) }
    pending.touched = pending.touched.filter(isPending)
  }

  /// Tells all others of what this context has written.
  func announce(_ delivery: SaveBus.Delivery) {
    delivery.announce()
    coordinator.observations.announce(delivery.event, from: ObjectIdentifier(self))
  }
}
