// How the objects of a context follow the saves of others.

extension ObjectGraph {
  /// Marks what a save changed, property by property: changed values are read again when they are
  /// next read, except those that this context has changed itself. Observers are told now.
  func merge(_ event: SaveEvent) {
    if event.isErasure { return mergeErasure() }
    var told: [(ModelObservation, PropertyMask)] = []
    for (name, changes) in event.changes {
      guard let number = coordinator.index(named: name) else { continue }
      let table = tables[number]
      for rowID in changes.deleted { mergeDeletion(rowID, table, &told) }
      for update in changes.updated { mergeUpdate(update, table, &told) }
    }
    for (observation, mask) in told { observation.announce(mask) }
  }

  private func mergeUpdate(
    _ update: SaveEvent.Update, _ table: GraphTable,
    _ told: inout [(ModelObservation, PropertyMask)]
  ) {
    guard let model = table.find(update.rowID) else { return }
    let header = model._$header
    let mask = update.mask.subtracting(table.ownProperties(of: header))
    if mask.isEmpty { return }
    markStale(model, mask)
    if let observation = header.pointee.extras?.registrar { told.append((observation, mask)) }
  }

  private func mergeDeletion(
    _ rowID: Int64, _ table: GraphTable, _ told: inout [(ModelObservation, PropertyMask)]
  ) {
    guard let model = table.find(rowID) else { return }
    let observation = model._$header.pointee.extras?.registrar
    bury(model)
    dropReferences(to: rowID, in: table)
    if let observation { told.append((observation, .all)) }
  }

  /// Pending references to an object that was deleted elsewhere are emptied, as the delete rule of
  /// its own save would have done.
  private func dropReferences(to rowID: Int64, in destination: GraphTable) {
    for model in pending.insertedModels + pending.changedModels {
      let table = table(of: model)
      for property in table.layout.properties
      where property.isToOne && table.destinations[property.index] === destination
        && model.toOne(property.index).rowID == rowID
      {
        model.setToOne(property.index, .none)
      }
    }
  }

  private func mergeErasure() {
    var told: [ModelObservation] = []
    for table in tables {
      for object in table.map.objects {
        let model = table.model(object)
        let state = model._$header.pointee.state
        // What was never saved was not erased.
        if state.contains(.inserted) { continue }
        if let observation = model._$header.pointee.extras?.registrar { told.append(observation) }
        bury(model)
      }
    }
    pending.links = [:]
    recent = []
    for observation in told { observation.announce(.all) }
  }

  /// Has properties of an object read again before they are next read.
  func markStale(_ model: any PersistentModel, _ mask: PropertyMask) {
    let header = model._$header
    let extras = extras(of: header)
    extras.stale.formUnion(mask)
    header.pointee.state.insert(.stale)
  }

  /// Reads the stale properties of an object again.
  ///
  /// If the store cannot be read, the object keeps its old values and stays stale; a read of a
  /// property cannot throw.
  func reload(_ model: any PersistentModel) {
    do {
      try refresh(model)
    } catch {
      Log.context.error("an object could not be read again: \(error)")
    }
  }

  private func refresh(_ model: any PersistentModel) throws {
    let table = table(of: model)
    let rowID = model._$header.pointee.rowID
    let connection = try connection(table.store)
    var isThere = false
    try connection.exclusively {
      try connection.rows(table.entity.selectByKeySQL, [.integer(rowID)]) { row in
        isThere = true
        row.column = 1
        try self.refresh(model, from: &row, table)
      }
    }
    if !isThere { bury(model) }
  }

  /// Reads the stale properties of an object from a row that is at hand.
  func refresh(
    _ model: any PersistentModel, from row: inout _Row, _ table: GraphTable
  ) throws {
    let header = model._$header
    let mask = (header.pointee.extras?.stale ?? []).subtracting(
      table.ownProperties(of: header))
    header.pointee.extras?.stale = []
    header.pointee.state.remove(.stale)
    model._$load(&row, mask.rawValue)
    try check(row, table, header.pointee.rowID)
  }

  /// Throws what a row failed to decode for.
  func check(_ row: _Row, _ table: GraphTable, _ rowID: Int64) throws {
    guard let failure = row.failure else { return }
    let offset = Int(failure.column - row.keyColumn) - 1
    let columns = table.entity.columns
    let property = columns.indices.contains(offset) ? columns[offset].name : "?"
    let name = table.layout.entityName
    throw SwiftDataError.storeFailure.because(
      "\(name).\(property) of the row \(rowID) cannot be read: \(failure.reason)",
      [
        PersistentIdentifier(
          storeIdentifier: coordinator.stores[table.store].identifier, entityName: name,
          key: .row(rowID))
      ])
  }
}
