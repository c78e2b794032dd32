import PerennialSQLite

// The merge of remote changes into the objects of a context.

extension RemoteChanges {
  /// Merges a change set, property by property, and notifies observers immediately.
  ///
  /// Changed properties are marked stale and read again on their next use. Properties with unsaved changes
  /// of this context keep their values.
  func merge(_ event: ChangeSet) {
    graph.liveQueries?.collect(event, isOwn: false)
    if event.isErasure { return mergeErasure() }
    if event.isRestoration { leaveFormerContents() }
    if event.isUnspecified { return mergeUnspecified() }
    var told: [(ModelObservation, PropertyMask)] = []
    dropReferences(to: event)
    for (name, changes) in event.changes {
      guard let number = graph.coordinator.index(named: name) else { continue }
      let table = graph.tables[number]
      for rowID in changes.deleted { mergeDeletion(rowID, in: table, told: &told) }
      for update in changes.updated { mergeUpdate(update, in: table, told: &told) }
    }
    for (observation, mask) in told { observation.announce(mask) }
  }

  private func mergeUpdate(
    _ update: ChangeSet.Update, in table: EntityTable,
    told: inout [(ModelObservation, PropertyMask)]
  ) {
    guard let model = table.find(update.rowID), let table = model._$header.pointee.table else {
      return
    }
    let header = model._$header
    let mask = update.mask.subtracting(table.ownProperties(of: header))
    if mask.isEmpty { return }
    unlinkStale(model, mask: mask, in: table, told: &told)
    graph.markStale(model, mask)
    if let observation = header.pointee.extras?.registrar { told.append((observation, mask)) }
  }

  /// Marks the collections of the partners that an object is about to leave as stale.
  private func unlinkStale(
    _ model: any PersistentModel, mask: PropertyMask, in table: EntityTable,
    told: inout [(ModelObservation, PropertyMask)]
  ) {
    for (index, relationship) in table.layout.relationships
    where relationship.property.isToOne && mask.contains(property: index) {
      guard let inverse = relationship.inverse, let destination = table.destinations[index],
        let partner = destination.find(model.toOne(index).rowID)
      else { continue }
      let mask = inverse.mask.subtracting(destination.ownProperties(of: partner._$header))
      if mask.isEmpty { continue }
      graph.markStale(partner, mask)
      if let observation = partner._$header.pointee.extras?.registrar {
        told.append((observation, mask))
      }
    }
  }

  func mergeDeletion(
    _ rowID: Int64, in table: EntityTable, told: inout [(ModelObservation, PropertyMask)]
  ) {
    guard let model = table.find(rowID), let table = model._$header.pointee.table else { return }
    let observation = model._$header.pointee.extras?.registrar
    if model.hasChanges, !model.isDeleted {
      if graph.mergePolicy == .error, graph.merging.isMerging {
        graph.refuse(.mergeConflict([.init(.deletedInStore, table.identifier(rowID))]))
      } else {
        Log.context.warning(
          "\(table.layout.entityName) \(rowID) was deleted; its unsaved changes are discarded")
      }
    }
    leaveCollections(model, table)
    graph.detachDeleted(model)
    if let observation { told.append((observation, .all)) }
  }

  /// Empties pending references and links to deleted objects, as the delete rules of the remote save would
  /// have done. They must not be written.
  private func dropReferences(to event: ChangeSet) {
    if graph.pending.isEmpty { return }
    let gone = Set(event.changes.values.lazy.flatMap(\.deleted))
    if gone.isEmpty { return }
    graph.dropReferences { target, _ in gone.contains(target) }
    for rowID in gone where graph.table(holding: rowID) == nil { graph.forgetLinks(of: rowID) }
  }

  /// Removes an object that was deleted elsewhere from the loaded collections of this context, and discards
  /// its pending links. Collections that are not loaded will not contain it.
  private func leaveCollections(_ model: any PersistentModel, _ table: EntityTable) {
    for (partner, inverse) in graph.partners(of: model, table) {
      partner.members(inverse.index)?.remove(model)
    }
    leaveLinked(model)
  }

  /// Removes an object from the collections of objects that are related to it only by pending links.
  private func leaveLinked(_ model: any PersistentModel) {
    let rowID = model._$header.pointee.rowID
    for link in graph.pending.links.keys where link.source == rowID || link.target == rowID {
      let other = link.source == rowID ? link.target : link.source
      for table in graph.tables {
        guard let partner = table.find(other) else { continue }
        for (index, relationship) in table.layout.relationships {
          if case .joinTable(let join) = relationship.storage, join.name == link.table {
            partner.members(index)?.remove(model)
          }
        }
      }
    }
    graph.forgetLinks(of: rowID)
  }

  /// Marks all stored objects as stale. Missing rows are detected when the objects are read again.
  private func mergeUnspecified() {
    var told: [(ModelObservation, PropertyMask)] = []
    for table in graph.tables {
      for model in table.objects {
        let header = model._$header
        if header.pointee.state.contains(.inserted) { continue }
        mergeUpdate(.init(rowID: header.pointee.rowID, mask: .all), in: table, told: &told)
      }
    }
    for (observation, mask) in told { observation.announce(mask) }
  }

  private func mergeErasure() {
    graph.recorder?.forget()
    var told: [ModelObservation] = []
    for table in graph.tables {
      for model in table.objects {
        let state = model._$header.pointee.state
        // An object that was never saved was not erased.
        if state.contains(.inserted) { continue }
        if let observation = model._$header.pointee.extras?.registrar { told.append(observation) }
        graph.detachDeleted(model)
      }
    }
    dropErased()
    graph.recent = RecentObjects()
    for observation in told { observation.announce(.all) }
  }

  /// Removes erased objects from the relationships of new objects, which stay.
  private func dropErased() {
    let new = Set(graph.pending.insertedModels.map { $0._$header.pointee.rowID })
    graph.dropReferences { target, _ in !new.contains(target) }
    for link in graph.pending.links.keys
    where !new.contains(link.source) || !new.contains(link.target) {
      graph.pending.links[link] = nil
    }
    graph.pending.orderKeys = [:]
    graph.pending.touched = []
    for model in graph.pending.insertedModels {
      for property in graph.table(of: model).layout.properties where property.isToMany {
        guard let cache = model.members(property.index) else { continue }
        for member in cache.erased where !member._$header.pointee.belongs(to: graph) {
          cache.remove(member)
        }
      }
    }
  }
}
