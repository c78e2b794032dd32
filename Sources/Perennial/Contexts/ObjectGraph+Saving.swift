// How changes become rows, and what follows.

extension ObjectGraph {
  /// Writes all changes in one transaction for each store.
  ///
  /// - Throws: ``SwiftDataError``. Nothing is written then, and the changes stay pending.
  func save() throws {
    readNews()
    recorder?.endTurn()
    try throwRefusals()
    guard !pending.isEmpty else { return }
    context?.post(ModelContext.willSave)
    let plan = SavePlan(self)
    if plan.isEmpty { return settle() }
    try SaveValidation.check(plan, self)
    let (identifiers, tokens) = try coordinator.commits.during { try write(plan) }
    bringResultsUpToDate()
    context?.postDidSave(identifiers, tokens)
  }

  /// Writes a plan, and tells the other contexts.
  private func write(
    _ plan: SavePlan
  ) throws -> (SavedIdentifiers, [String: any HistoryToken]) {
    var plan = plan
    var aliases: [Int64: Int64] = [:]
    var event = SaveEvent()
    var consequences = SaveEvent()
    for (number, store) in coordinator.stores.enumerated() {
      let part = plan.part(of: number, self)
      if part.isEmpty { continue }
      let written = try store.save(author: context?.author) { connection, history in
        var writer = RowWriter(connection, coordinator, history)
        try writer.write(part)
        aliases.merge(writer.aliases) { first, _ in first }
        consequences.add(writer.consequences)
        var event = SaveEvent()
        if history != nil || isFollowed {
          event = SaveEvent(part, store: number, in: self, aliases: writer.aliases)
          event.add(writer.consequences)
        }
        return (event, Set(writer.aliases.values))
      }
      event.add(written)
    }
    event.author = context?.author
    adopt(aliases, plan)
    if !aliases.isEmpty { plan.replaceKeys(aliases) }
    let identifiers = SavedIdentifiers(plan)
    settle(plan)
    if !consequences.changes.isEmpty { merge(consequences) }
    announce(event)
    feed?.collect(event, isOwn: true)
    return (identifiers, event.historyTokens)
  }

  /// Whether anybody has to be told of a save.
  private var isFollowed: Bool {
    coordinator.bus.hasListeners(besides: inbox) || coordinator.observations.isWatching
      || feed != nil
  }

  /// Throws what calls that cannot throw were refused for, once.
  private func throwRefusals() throws {
    guard let first = pending.refusals.first else { return }
    let all = pending.refusals
    pending.refusals = []
    throw first.because(
      all.map(\.explanation).joined(separator: "; "), all.flatMap(\.identifiers))
  }

  /// New objects that turned out to be existing rows take over their identity.
  private func adopt(_ aliases: [Int64: Int64], _ plan: SavePlan) {
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
    // An upsert may have left a reference as it was in the row.
    for change in plan.inserted where aliases[change.rowID] != nil {
      let references = change.table.layout.properties.filter(\.isToOne)
      if references.isEmpty { continue }
      markStale(change.model, references.reduce([]) { $0.union($1.mask) })
    }
  }

  /// Makes the objects of a save clean.
  private func settle(_ plan: SavePlan) {
    for change in plan.inserted { settle(change) }
    for change in plan.updated { settle(change) }
    for change in plan.deleted where change.header.pointee.belongs(to: self) {
      bury(change.model)
    }
    settle()
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

  private func settle() {
    pending = PendingChanges()
  }

  func announce(_ event: SaveEvent) {
    coordinator.bus.send(event, from: inbox)
    coordinator.observations.announce(event, from: ObjectIdentifier(self))
  }

  // MARK: Rollback

  /// Forgets all changes: new objects leave the graph, deleted ones are back, changed ones read
  /// their stored values again.
  func rollback() {
    let (inserted, changed, deleted) = (
      pending.insertedModels, pending.changedModels, pending.deletedModels
    )
    pending = PendingChanges()
    for model in inserted { feed?.noteDeparture(of: model) }
    for model in deleted { feed?.noteReturn(of: model) }
    detachAll(inserted)
    // They were put together with what is forgotten now.
    unloadCollections()
    var told: [(ModelObservation, PropertyMask)] = []
    for model in changed + deleted {
      let header = model._$header
      guard header.pointee.belongs(to: self) else { continue }
      let mask = header.pointee.dirty
      header.pointee.dirty = []
      header.pointee.state.subtract([.changed, .deleted])
      if mask.isEmpty { continue }
      markStale(model, mask)
      feed?.noteChange(of: model, mask)
      if let observation = header.pointee.extras?.registrar { told.append((observation, mask)) }
    }
    for (observation, mask) in told { observation.announce(mask) }
  }
}
