// The objects of identifiers.

extension StoreReader {
  /// Returns the object of an identifier if the graph has it already.
  func registered(_ identifier: PersistentIdentifier) -> AnyObject? {
    // Most identifiers are of the same table as the previous one.
    if let table = graph.lastLocated, graph.aliases.isEmpty,
      let rowID = table._withUnsafeGuaranteedRef({ $0.rowID(of: identifier) })
    {
      return table._withUnsafeGuaranteedRef { $0.map.find(rowID) }
    }
    guard let (table, rowID) = try? locate(identifier) else { return nil }
    if let object = table.find(rowID) { return object }
    return namesakes(of: identifier, table).lazy.compactMap { table, identifier in
      table.keys?.knownRowID(of: identifier).flatMap(table.find)
    }.first
  }

  /// Returns the table and key of an identifier.
  func locate(_ identifier: PersistentIdentifier) throws -> (EntityTable, Int64) {
    if let last = graph.lastLocated?.takeUnretainedValue(), let rowID = last.rowID(of: identifier) {
      return (last, graph.aliases.isEmpty ? rowID : graph.aliases[rowID] ?? rowID)
    }
    guard let table = table(named: identifier.entityName) else {
      throw SwiftDataError.unknownSchema.because(
        "there is no entity \(identifier.entityName) in the container's schema", [identifier])
    }
    guard let table = store(of: identifier, table),
      let rowID = table.keys?.rowID(of: identifier) ?? identifier.rowID
    else {
      throw SwiftDataError.unknownSchema.because(
        "the identifier is of another store", [identifier])
    }
    graph.lastLocated = .passUnretained(table)
    return (table, graph.aliases.isEmpty ? rowID : graph.aliases[rowID] ?? rowID)
  }

  /// Returns the table of the store that an identifier names. An entity may be in several stores.
  ///
  /// - Returns: The first table if the identifier names no store; nil if it names an unknown store.
  private func store(of identifier: PersistentIdentifier, _ first: EntityTable) -> EntityTable? {
    guard let store = identifier.storeIdentifier else { return first }
    if store == coordinator.stores[first.store].identifier { return first }
    return graph.tablesElsewhere(of: first).first {
      coordinator.stores[$0.store].identifier == store
    }
  }

  private func table(named name: String) -> EntityTable? {
    coordinator.index(named: name).map { graph.tables[$0] }
  }

  func model(for identifier: PersistentIdentifier) throws -> (any PersistentModel)? {
    let (table, rowID) = try locate(identifier)
    if table.layout.isDescribed {
      throw SwiftDataError.unsupportedFeature.because(
        """
        \(identifier.entityName) has no class in this program, so its objects cannot be loaded. Open the store \
        with the program's models
        """, [identifier])
    }
    if let model = try load(table, rowID) { return model }
    for (table, identifier) in namesakes(of: identifier, table) {
      guard let rowID = table.keys?.rowID(of: identifier) else { continue }
      if let model = try load(table, rowID) { return model }
    }
    return nil
  }

  /// Returns the identifiers that an object may have if it is of a subclass of the identifier's entity. A
  /// custom store identifies its objects by the names of their own classes.
  private func namesakes(
    of identifier: PersistentIdentifier, _ table: EntityTable
  ) -> [(EntityTable, PersistentIdentifier)] {
    guard table.keys != nil, !identifier.isTemporary else { return [] }
    return table.members.dropFirst().map { member in
      let name = PersistentIdentifier(
        storeIdentifier: identifier.storeIdentifier, entityName: member.layout.entityName,
        key: identifier.key)
      return (member, name)
    }
  }

  /// Returns an object that represents a row which does not exist.
  func blank(for identifier: PersistentIdentifier) -> any PersistentModel {
    func make<Model: PersistentModel>(_ type: Model.Type) -> any PersistentModel {
      let model = Model(backingData: DetachedBackingData<Model>(for: type))
      if let rowID = identifier.rowID { model._$header.pointee.rowID = rowID }
      extras(of: model._$header).formerStore = identifier.storeIdentifier
      extras(of: model._$header).formerIdentifier = identifier
      model._$header.pointee.state.insert(.gone)
      return model
    }
    if let number = coordinator.index(named: identifier.entityName) {
      return make(graph.tables[number].layout.type)
    }
    Log.context.error("there is no entity \(identifier.entityName); a blank model is returned")
    return make(_UnknownModel.self)
  }
}
