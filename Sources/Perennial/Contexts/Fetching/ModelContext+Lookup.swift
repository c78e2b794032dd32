extension ModelContext {
  /// Returns the object of an identifier.
  ///
  /// This method always returns an object. The row may not exist, or fetches may leave it out because it
  /// has a value that cannot be represented. In these cases the object belongs to no context and its
  /// properties read as their defaults. Use ``existingModel(for:)`` to detect these cases.
  public func model(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
    graph.mergeRemoteChanges()
    do {
      if let model = try graph.model(for: persistentModelID) { return model }
    } catch {
      Log.context.error("\(persistentModelID.entityName) could not be loaded: \(error)")
    }
    return graph.blank(for: persistentModelID)
  }

  /// Returns the object of an identifier.
  ///
  /// - Returns: Nil if there is no such row, or if the row has a value that cannot be represented and has
  ///   no substitute.
  /// - Throws: ``SwiftDataError/unknownSchema`` for an entity that the container does not have;
  ///   ``SwiftDataError/storeFailure``.
  public func existingModel(
    for persistentModelID: PersistentIdentifier
  ) throws -> (any PersistentModel)? {
    graph.mergeRemoteChanges()
    return try graph.model(for: persistentModelID)
  }

  /// Returns the object of an identifier if this context has it already. Never reads the store.
  public func registeredModel<T: PersistentModel>(
    for persistentModelID: PersistentIdentifier
  ) -> T? {
    graph.mergeRemoteChanges()
    guard let object = graph.registered(persistentModelID) else { return nil }
    let model = type(of: object) == T.self ? unsafeDowncast(object, to: T.self) : object as? T
    return model?.isLeftOut == true ? nil : model
  }
}

extension ObjectGraph {
  /// Returns the object of an identifier if the graph has it already.
  func registered(_ identifier: PersistentIdentifier) -> AnyObject? {
    // Most identifiers are of the same table as the previous one.
    if let table = lastLocated, aliases.isEmpty,
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
    if let last = lastLocated?.takeUnretainedValue(), let rowID = last.rowID(of: identifier) {
      return (last, aliases.isEmpty ? rowID : aliases[rowID] ?? rowID)
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
    lastLocated = .passUnretained(table)
    return (table, aliases.isEmpty ? rowID : aliases[rowID] ?? rowID)
  }

  /// Returns the table of the store that an identifier names. An entity may be in several stores.
  ///
  /// - Returns: The first table if the identifier names no store; nil if it names an unknown store.
  private func store(of identifier: PersistentIdentifier, _ first: EntityTable) -> EntityTable? {
    guard let store = identifier.storeIdentifier else { return first }
    if store == coordinator.stores[first.store].identifier { return first }
    return siblings(of: first).first { coordinator.stores[$0.store].identifier == store }
  }

  private func table(named name: String) -> EntityTable? {
    coordinator.index(named: name).map { tables[$0] }
  }

  func model(for identifier: PersistentIdentifier) throws -> (any PersistentModel)? {
    let (table, rowID) = try locate(identifier)
    if let model = try reader.load(table, rowID) { return model }
    for (table, identifier) in namesakes(of: identifier, table) {
      guard let rowID = table.keys?.rowID(of: identifier) else { continue }
      if let model = try reader.load(table, rowID) { return model }
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
      return make(tables[number].layout.type)
    }
    Log.context.error("there is no entity \(identifier.entityName); a blank model is returned")
    return make(_UnknownModel.self)
  }
}
