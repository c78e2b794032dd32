/// Updates the objects of a context after a save was committed, and collects the notifications of the save.
struct SaveSettlement {
  let graph: ObjectGraph
  /// The changes of objects that the save did not write as they were, for their observers.
  private(set) var observed: [(ModelObservation, PropertyMask)] = []
  private(set) var identifiers = SavedIdentifiers()
  /// The history tokens of the save, by the identifiers of the stores.
  private(set) var tokens: [String: any HistoryToken] = [:]

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// Updates the state of the objects of the save, store by store: written objects count as unchanged, and
  /// deleted objects leave the graph.
  mutating func settle(_ commit: Commit, _ written: [Int: SaveWriter.Part]) {
    for transaction in commit.transactions {
      guard let part = written[transaction.number] else { continue }
      let aliases = part.aliases.merging(transaction.changes.aliases) { first, _ in first }
      var plan = part.plan
      adopt(aliases, kept: part.kept, plan)
      plan.rows.replaceKeys(aliases)
      identifiers.add(SavedIdentifiers(plan))
      tokens.merge(transaction.changes.historyTokens) { $1 }
      for change in plan.gone {
        graph.remoteChanges.mergeDeletion(change.rowID, graph.tables[change.number], &observed)
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
    for transaction in commit.transactions {
      guard let consequences = written[transaction.number]?.consequences else { continue }
      if !consequences.isEmpty { graph.remoteChanges.merge(consequences) }
      graph.feed?.collect(transaction.changes, isOwn: true)
    }
  }

  /// Gives new objects the keys of the existing rows that they turned out to be.
  private func adopt(_ aliases: [Int64: Int64], kept: Set<Int64>, _ plan: SavePlan) {
    if aliases.isEmpty { return }
    for change in plan.rows.inserted {
      let (header, old) = (change.header, change.rowID)
      guard let existing = aliases[old] else { continue }
      let table = graph.tables[change.number]
      if let former = table.find(existing), former !== change.model {
        graph.detachDeleted(former)
      }
      table.map.remove(old)
      header.pointee.rowID = existing
      table.map.insert(change.model, for: existing, of: graph)
      graph.keepInformed(change.model)
      graph.feed?.noteDeparture(table.index, old)
      graph.feed?.noteArrival(of: change.model)
      graph.feed?.noteChange(table.index, existing, .all)
      graph.aliases[old] = existing
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
    graph.unloadCollections()
    // An upsert may have left a reference of the row unchanged, or the whole row.
    for change in plan.rows.inserted {
      guard let existing = aliases[change.rowID] else { continue }
      if kept.contains(existing) {
        graph.markStale(change.model, .all)
        continue
      }
      let references = change.entity.layout.properties.filter(\.isToOne)
      if references.isEmpty { continue }
      graph.markStale(change.model, references.mask)
    }
  }

  /// Discards the changes of an object that the save did not write, and marks it to be read from the store
  /// again.
  private mutating func discardLocal(_ change: RowChange) {
    let header = change.header
    guard header.pointee.belongs(to: graph) else { return }
    let isKept = header.pointee.state.contains(.deleted)
    header.pointee.state.subtract([.changed, .deleted])
    header.pointee.dirty = []
    let mask = isKept ? .all : change.mask
    graph.markStale(change.model, mask)
    if isKept { graph.feed?.noteArrival(of: change.model) }
    graph.feed?.noteChange(of: change.model, mask)
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
    graph.pending.places = pending.places.filter { isPending($0.key) }
    graph.pending.touched = pending.touched.filter(isPending)
  }
}

extension RowChange {
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
