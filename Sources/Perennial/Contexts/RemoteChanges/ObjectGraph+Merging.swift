import PerennialSQLite

// The merge of remote changes into the objects of a context.

extension ObjectGraph {
  /// Merges a change set, property by property, and notifies observers immediately.
  ///
  /// Changed properties are marked stale and read again on their next use. Properties with unsaved changes
  /// of this context keep their values.
  func merge(_ event: ChangeSet) {
    feed?.collect(event, isOwn: false)
    if event.isErasure { return mergeErasure() }
    if event.isRestoration { leaveFormerContents() }
    if event.isUnspecified { return mergeUnspecified() }
    var told: [(ModelObservation, PropertyMask)] = []
    dropReferences(to: event)
    for (name, changes) in event.changes {
      guard let number = coordinator.index(named: name) else { continue }
      let table = tables[number]
      for rowID in changes.deleted { mergeDeletion(rowID, table, &told) }
      for update in changes.updated { mergeUpdate(update, table, &told) }
    }
    for (observation, mask) in told { observation.announce(mask) }
  }

  private func mergeUpdate(
    _ update: ChangeSet.Update, _ table: EntityTable,
    _ told: inout [(ModelObservation, PropertyMask)]
  ) {
    guard let model = table.find(update.rowID), let table = model._$header.pointee.table else {
      return
    }
    let header = model._$header
    let mask = update.mask.subtracting(table.ownProperties(of: header))
    if mask.isEmpty { return }
    unlinkStale(model, mask, table, &told)
    markStale(model, mask)
    if let observation = header.pointee.extras?.registrar { told.append((observation, mask)) }
  }

  /// Marks the collections of the partners that an object is about to leave as stale.
  private func unlinkStale(
    _ model: any PersistentModel, _ mask: PropertyMask, _ table: EntityTable,
    _ told: inout [(ModelObservation, PropertyMask)]
  ) {
    for (index, relationship) in table.layout.relationships
    where relationship.property.isToOne && mask.contains(property: index) {
      guard let inverse = relationship.inverse, let destination = table.destinations[index],
        let partner = destination.find(model.toOne(index).rowID)
      else { continue }
      let mask = inverse.mask.subtracting(destination.ownProperties(of: partner._$header))
      if mask.isEmpty { continue }
      markStale(partner, mask)
      if let observation = partner._$header.pointee.extras?.registrar {
        told.append((observation, mask))
      }
    }
  }

  func mergeDeletion(
    _ rowID: Int64, _ table: EntityTable, _ told: inout [(ModelObservation, PropertyMask)]
  ) {
    guard let model = table.find(rowID), let table = model._$header.pointee.table else { return }
    let observation = model._$header.pointee.extras?.registrar
    if model.hasChanges, !model.isDeleted {
      if mergePolicy == .error, isMerging {
        refuse(.mergeConflict([.init(.deletedInStore, table.identifier(rowID))]))
      } else {
        Log.context.warning(
          "\(table.layout.entityName) \(rowID) was deleted; its unsaved changes are discarded")
      }
    }
    leaveCollections(model, table)
    detachDeleted(model)
    if let observation { told.append((observation, .all)) }
  }

  /// Empties pending references and links to deleted objects, as the delete rules of the remote save would
  /// have done. They must not be written.
  private func dropReferences(to event: ChangeSet) {
    if pending.isEmpty { return }
    let gone = Set(event.changes.values.lazy.flatMap(\.deleted))
    if gone.isEmpty { return }
    dropReferences { target, _ in gone.contains(target) }
    for rowID in gone where table(holding: rowID) == nil { forgetLinks(of: rowID) }
  }

  /// Returns the table whose live object has a key.
  func table(holding rowID: Int64) -> EntityTable? {
    tables.first { $0.find(rowID) != nil }
  }

  /// Empties the pending references whose target and inverse satisfy a condition.
  func dropReferences(where isPicked: (Int64, PropertyLayout?) -> Bool) {
    for model in pending.inserted + pending.changed {
      guard model._$header.pointee.belongs(to: self) else { continue }
      let table = table(of: model)
      for property in table.entity.references {
        let rowID = model.toOne(property.index).rowID
        guard rowID != 0, isOwn(model, property),
          isPicked(rowID, table.layout.relationship(property.index)?.inverse)
        else { continue }
        let observation = model._$header.pointee.extras?.registrar
        observation?.willChange(model, property)
        model.setToOne(property.index, .none)
        observation?.didChange(model, property)
        feed?.noteChange(table.index, model._$header.pointee.rowID, property.mask)
      }
    }
  }

  /// Returns `true` if a property's value is a pending change of this context.
  private func isOwn(_ model: any PersistentModel, _ property: PropertyLayout) -> Bool {
    let header = model._$header
    return header.pointee.state.contains(.inserted)
      || header.pointee.dirty.contains(property: property.index)
  }

  /// Removes an object that was deleted elsewhere from the loaded collections of this context, and discards
  /// its pending links. Collections that are not loaded will not contain it.
  private func leaveCollections(_ model: any PersistentModel, _ table: EntityTable) {
    for (index, relationship) in table.layout.relationships {
      guard let inverse = relationship.inverse, inverse.isToMany else { continue }
      let partners =
        relationship.property.isToMany
        ? model.members(index)?.erased ?? []
        : table.destinations[index]?.find(model.toOne(index).rowID).map { [$0] } ?? []
      for partner in partners { partner.members(inverse.index)?.remove(model) }
    }
    leaveLinked(model)
  }

  /// Removes an object from the collections of objects that are related to it only by pending links.
  private func leaveLinked(_ model: any PersistentModel) {
    let rowID = model._$header.pointee.rowID
    for link in pending.links.keys where link.source == rowID || link.target == rowID {
      let other = link.source == rowID ? link.target : link.source
      for table in tables {
        guard let partner = table.find(other) else { continue }
        for (index, relationship) in table.layout.relationships {
          if case .joinTable(let join) = relationship.storage, join.name == link.table {
            partner.members(index)?.remove(model)
          }
        }
      }
    }
    forgetLinks(of: rowID)
  }

  /// Discards the pending links of an object.
  func forgetLinks(of rowID: Int64) {
    for link in pending.links.keys where link.source == rowID || link.target == rowID {
      pending.links[link] = nil
    }
  }

  /// Marks all stored objects as stale. Missing rows are detected when the objects are read again.
  private func mergeUnspecified() {
    var told: [(ModelObservation, PropertyMask)] = []
    for table in tables {
      for model in table.objects {
        let header = model._$header
        if header.pointee.state.contains(.inserted) { continue }
        mergeUpdate(.init(rowID: header.pointee.rowID, mask: .all), table, &told)
      }
    }
    for (observation, mask) in told { observation.announce(mask) }
  }

  private func mergeErasure() {
    recorder?.forget()
    var told: [ModelObservation] = []
    for table in tables {
      for model in table.objects {
        let state = model._$header.pointee.state
        // An object that was never saved was not erased.
        if state.contains(.inserted) { continue }
        if let observation = model._$header.pointee.extras?.registrar { told.append(observation) }
        detachDeleted(model)
      }
    }
    dropErased()
    recent = RecentObjects()
    for observation in told { observation.announce(.all) }
  }

  /// Removes erased objects from the relationships of new objects, which stay.
  private func dropErased() {
    let new = Set(pending.insertedModels.map { $0._$header.pointee.rowID })
    dropReferences { target, _ in !new.contains(target) }
    for link in pending.links.keys
    where !new.contains(link.source) || !new.contains(link.target) {
      pending.links[link] = nil
    }
    pending.places = [:]
    pending.touched = []
    for model in pending.insertedModels {
      for property in table(of: model).layout.properties where property.isToMany {
        guard let cache = model.members(property.index) else { continue }
        for member in cache.erased where !member._$header.pointee.belongs(to: self) {
          cache.remove(member)
        }
      }
    }
  }

  /// Marks properties of an object to be read again on their next use.
  func markStale(_ model: any PersistentModel, _ mask: PropertyMask) {
    let header = model._$header
    let extras = extras(of: header)
    extras.stale.formUnion(mask)
    header.pointee.state.insert(.stale)
    pending.index?.noteChange(of: model, mask)
  }

  /// Reads the stale properties of an object again.
  ///
  /// If the store cannot be read, the object keeps its old values and stays stale, because a property
  /// getter cannot throw.
  func reload(_ model: any PersistentModel) {
    do {
      try refresh(model)
    } catch {
      Log.context.error("an object could not be refreshed: \(error)")
    }
  }

  /// Reads a stale object again, together with other stale objects.
  ///
  /// The number of others grows with each call, up to 499, because a program that reads one changed object
  /// will probably read the next. It is reset if fewer stale objects are found.
  private func refresh(_ model: any PersistentModel) throws {
    let table = table(of: model)
    let rowID = model._$header.pointee.rowID
    let others = table.map.neighbours(of: rowID, limit: table.refreshBatch) {
      let model = table.model($0)
      return model._$header.pointee.state.contains(.stale) && table.holds(model)
    }
    table.refreshBatch = others.count < table.refreshBatch ? 0 : min(others.count * 8 + 8, 499)
    let stale = [model] + others.map(table.model)
    let rowIDs = stale.map { $0._$header.pointee.rowID }
    let sql = selection(of: rowIDs.count, from: table)
    let connection = try connection(table.store)
    try connection.exclusively {
      let statement = try connection.statement(sql)
      for (offset, rowID) in rowIDs.enumerated() {
        sqlite3_bind_int64(statement.pointer, Int32(offset + 1), rowID)
      }
      // Stale objects are refreshed while their rows are read.
      _ = try self.objects(table, statement, on: connection, including: [.deleted, .leftOut])
    }
    for model in stale where model._$header.pointee.state.contains(.stale) {
      feed?.noteDeparture(of: model)
      detachDeleted(model)
    }
  }

  /// Reads the stale properties of an object from a row.
  func refresh(
    _ model: any PersistentModel, from row: inout _Storage.Row, _ table: EntityTable
  ) throws {
    let header = model._$header
    let mask = (header.pointee.extras?.stale ?? []).subtracting(
      table.ownProperties(of: header))
    header.pointee.extras?.stale = []
    header.pointee.state.remove(.stale)
    try noteTransition(of: model) {
      model.forgetUnrepresented(in: mask)
      model._$load(&row, mask.rawValue)
      if row.failure != nil { try substitute(in: model, for: &row, table) }
    }
  }
}
