/// Updates the objects of a context after a save was committed, and collects the notifications of the save.
struct PostCommitUpdate {
  let graph: ObjectGraph
  /// The changes of objects that the save did not write as they were, for their observers.
  private(set) var observed: [(ModelObservation, PropertyMask)] = []
  private(set) var identifiers = SavedIdentifiers()
  /// The history tokens of the save, by the identifiers of the stores.
  private(set) var tokens: [String: any HistoryToken] = [:]
  /// New objects that turned out to be rows that the save has left unchanged.
  private var unread: [any PersistentModel] = []

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// Updates the state of the objects of the save, store by store: written objects count as unchanged, and
  /// deleted objects leave the graph.
  mutating func settle(_ commit: Commit, _ written: [Int: SaveWriter.Part]) {
    for transaction in commit.transactions {
      guard let part = written[transaction.number] else { continue }
      let aliases = part.aliases.merging(transaction.changes.aliases) { first, _ in first }
      var plan = part.plan
      adopt(aliases, of: part, plan: plan)
      plan.rows.replaceKeys(aliases)
      identifiers.add(SavedIdentifiers(plan))
      tokens.merge(transaction.changes.historyTokens) { $1 }
      for change in plan.gone {
        graph.remoteChanges.mergeDeletion(
          change.rowID, in: graph.tables[change.number], told: &observed)
      }
      for changes in [plan.rows.inserted, plan.rows.updated] {
        for change in changes where change.header.pointee.belongs(to: graph) {
          change.header.pointee.state.subtract([.inserted, .changed])
          change.header.pointee.state.insert(.saved)
          change.header.pointee.dirty = []
          if !change.entity.positions.isEmpty { change.forgetOrderKeys() }
        }
      }
      for change in plan.rows.deleted where change.header.pointee.belongs(to: graph) {
        graph.detachDeleted(change.model)
      }
      for change in plan.yielded + plan.kept { discardLocal(change) }
      // The collections contain changes that were not written.
      if !plan.yielded.isEmpty || !plan.kept.isEmpty { graph.unloadCollections() }
    }
    if commit.failure == nil {
      graph.pending = PendingChanges()
    } else {
      forgetPending(of: Set(commit.transactions.map(\.number)))
    }
    // Now, because a row that is deleted elsewhere meanwhile could not be read later.
    for model in unread where model._$header.pointee.state.contains(.stale) { graph.reload(model) }
    for transaction in commit.transactions {
      guard let consequences = written[transaction.number]?.consequences else { continue }
      if !consequences.isEmpty { graph.remoteChanges.merge(consequences) }
      graph.liveQueries?.collect(transaction.changes, isOwn: true)
    }
  }

  /// Settles the new objects that turned out to be existing rows.
  private mutating func adopt(
    _ aliases: [Int64: Int64], of part: SaveWriter.Part, plan: SavePlan
  ) {
    if aliases.isEmpty { return }
    /// The properties of held objects that this save has replaced, by key.
    var replaced: [Int64: PropertyMask] = [:]
    for change in plan.rows.inserted {
      guard let existing = aliases[change.rowID] else { continue }
      let table = graph.tables[change.number]
      let mask = part.kept.contains(existing) ? [] : part.overwritten[change.rowID] ?? .all
      let held = table.find(existing).flatMap { $0 === change.model ? nil : $0 }
      graph.recorder?.noteUpsert(of: change.model, to: held, mask) { property in
        guard let header = held?._$header else { return false }
        return header.pointee.state.contains(.inserted)
          || header.pointee.dirty.union(replaced[existing] ?? []).contains(property: property.index)
      }
      replaced[existing, default: []].formUnion(mask)
      table.map.remove(change.rowID)
      if let held, type(of: held) == type(of: change.model) {
        merge(change, into: held, mask: mask, aliases: aliases)
      } else {
        if let held { graph.detachDeleted(held) }
        takeOver(change, existing, isKept: part.kept.contains(existing))
      }
      graph.addAlias(change.rowID, for: existing)
      graph.liveQueries?.didDisappear(table.index, change.rowID)
      if let model = table.find(existing) { graph.liveQueries?.didAppear(of: model) }
      graph.liveQueries?.noteChange(in: table.index, rowID: existing, mask: .all)
    }
    redirect(plan.rows.inserted + plan.rows.updated, aliases)
    // Collections may contain objects that were replaced, and lack members that the row already had.
    graph.unloadCollections()
  }

  /// Gives the object of an existing row the values of a new object, which becomes its alias.
  private mutating func merge(
    _ change: SaveChange, into held: any PersistentModel, mask: PropertyMask,
    aliases: [Int64: Int64]
  ) {
    let header = held._$header
    let written = change.entity.columns.filter { mask.contains(property: $0.index) }
    graph.noteTransition(of: held) {
      held.forgetUnrepresented(in: mask)
      for property in written {
        held.copyValue(property, from: change.model)
        if let value = change.header.pointee.extras?.unrepresented?[property.index] {
          held.setUnrepresented(value, property.index)
        }
      }
    }
    redirect(held, of: change.entity, aliases: aliases)
    SaveChange(held, of: change.containerEntity, header: header, mask: mask).forgetOrderKeys()
    if let extras = header.pointee.extras {
      extras.stale.subtract(written.mask)
      if extras.stale.isEmpty { header.pointee.state.remove(.stale) }
    }
    change.model.becomeAlias(of: held)
    if let observation = header.pointee.extras?.registrar { observed.append((observation, .all)) }
  }

  /// Gives a new object the key of an existing row of which the context has no object.
  private mutating func takeOver(_ change: SaveChange, _ existing: Int64, isKept: Bool) {
    let table = graph.tables[change.number]
    change.header.pointee.rowID = existing
    change.model.updateAliases()
    table.map.insert(change.model, for: existing, of: graph)
    graph.observeRemoteChanges(of: change.model)
    // The row was left unchanged, or a nil reference has left that of the row.
    let empty = change.entity.references.filter { change.model.toOne($0.index).rowID == 0 }
    let mask = isKept ? .all : empty.mask
    if mask.isEmpty { return }
    graph.markStale(change.model, mask)
    if isKept { unread.append(change.model) }
  }

  /// Replaces references to the former keys of new objects.
  private func redirect(_ changes: [SaveChange], _ aliases: [Int64: Int64]) {
    for change in changes { redirect(change.model, of: change.entity, aliases: aliases) }
  }

  private func redirect(
    _ model: any PersistentModel, of entity: StoreEntity, aliases: [Int64: Int64]
  ) {
    for property in entity.layout.properties where property.isToOne {
      var state = model.toOne(property.index)
      guard let existing = aliases[state.rowID] else { continue }
      state.rowID = existing
      model.setToOne(property.index, state)
    }
  }

  /// Discards the changes of an object that the save did not write, and marks it to be read from the store
  /// again.
  private mutating func discardLocal(_ change: SaveChange) {
    let header = change.header
    guard header.pointee.belongs(to: graph) else { return }
    let isKept = header.pointee.state.contains(.deleted)
    header.pointee.state.subtract([.changed, .deleted])
    header.pointee.dirty = []
    let mask = isKept ? .all : change.mask
    graph.markStale(change.model, mask)
    if isKept { graph.liveQueries?.didAppear(of: change.model) }
    graph.liveQueries?.noteChange(of: change.model, mask)
    if let observation = header.pointee.extras?.registrar { observed.append((observation, mask)) }
  }

  /// Discards the pending changes to stores that were written. Changes to other stores stay pending.
  private func forgetPending(of stores: Set<Int>) {
    func isPending(_ collection: ObjectCollection) -> Bool {
      !stores.contains(graph.tables[Int(collection.table)].store)
    }
    let pending = graph.pending
    graph.pending.inserted = pending.insertedModels
    graph.pending.changed = pending.changedModels
    graph.pending.deleted = pending.deletedModels
    graph.pending.index = nil
    graph.pending.links = pending.links.filter { link, _ in
      graph.coordinator.entities.store(ofLinks: link.table).map { !stores.contains($0) } ?? true
    }
    graph.pending.orderKeys = pending.orderKeys.filter { isPending($0.key) }
    graph.pending.touched = pending.touched.filter(isPending)
  }
}

extension SaveChange {
  /// Clears the order keys of the object's references, because they are stored now.
  fileprivate func forgetOrderKeys() {
    for property in entity.positions {
      var state = model.toOne(property.index)
      guard state.position != 0 else { continue }
      state.position = 0
      model.setToOne(property.index, state)
    }
  }
}
