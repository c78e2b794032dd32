// The insertion of objects into a context.

extension ObjectGraph {
  /// Inserts an object and all objects that its relationships reach.
  ///
  /// The method uses a list instead of recursion, so that a chain of any length can be inserted.
  func insert(_ model: any PersistentModel) {
    let model = model.original
    let header = model._$header
    if header.pointee.belongs(to: self) { return ReturnedObjects(graph: self).takeBack(model) }
    guard register(model) else { return }
    ReturnedObjects(graph: self).takeBackCascade(of: model)
    waiting.append(model)
    if isWiring { return }
    isWiring = true
    defer { isWiring = false }
    while let next = waiting.popLast() { wire(next) }
  }

  /// Returns the loaded objects to whose collections an object belongs, and these collections.
  func partners(
    of model: any PersistentModel, _ table: EntityTable
  ) -> [(any PersistentModel, PropertyLayout)] {
    var partners: [(any PersistentModel, PropertyLayout)] = []
    for (index, relationship) in table.layout.relationships {
      guard let inverse = relationship.inverse, inverse.isToMany else { continue }
      if relationship.property.isToMany {
        for member in model.members(index)?.erased ?? [] { partners.append((member, inverse)) }
      } else if let owner = table.destinations[index]?.find(model.toOne(index).rowID) {
        partners.append((owner, inverse))
      }
    }
    return partners
  }

  /// Adds an object to the graph to which it belonged before.
  func enroll(_ model: any PersistentModel) {
    let header = model._$header
    guard header.pointee.graph == nil, let number = coordinator.index(of: type(of: model)) else {
      return
    }
    header.pointee.join(tables[number])
    model.updateAliases()
    tables[number].map.insert(model, for: header.pointee.rowID, of: self)
    observeRemoteChanges(of: model)
  }

  /// Adds a new object to the graph; returns `false` if that is impossible.
  private func register(_ model: any PersistentModel) -> Bool {
    let header = model._$header
    if header.pointee.graph != nil {
      refuse(
        .modelInAnotherContext.because(
          "\(type(of: model)) was not inserted: it belongs to another context already",
          [model.persistentModelID]))
      return false
    }
    guard let number = coordinator.index(of: type(of: model)) else {
      refuse(
        .unknownSchema.because(
          """
          \(String(reflecting: type(of: model))) was not inserted: it is not in the container's \
          schema, which has \(knownEntities)
          """))
      return false
    }
    header.pointee.join(tables[number])
    model.updateAliases()
    header.pointee.state.remove(.gone)
    header.pointee.state.insert(.inserted)
    header.pointee.dirty = []
    tables[number].map.insert(model, for: header.pointee.rowID, of: self)
    observeRemoteChanges(of: model)
    liveQueries?.didAppear(of: model)
    recorder?.noteInsertion(model)
    if !isClosed {
      pending.inserted.append(model)
      if tables[number].mayUpsert { pending.order.noteInsertion(of: header.pointee.rowID) }
      scheduleAutosave()
    }
    return true
  }

  /// Links an inserted object to the objects that its relationships already have.
  private func wire(_ model: any PersistentModel) {
    let table = table(of: model)
    guard !table.destinations.isEmpty else { return }
    for property in table.layout.properties {
      guard property.isRelationship else { continue }
      if property.isToOne {
        let state = model.toOne(property.index)
        guard let target = state.model as? any PersistentModel else { continue }
        InverseMaintainer.didReplaceToOne(
          _Storage.ToOneReplacement(old: state, new: target), of: model, property.index)
      } else if let cache = model.members(property.index) {
        wire(cache.erased, of: model, property)
      }
    }
  }

  private func wire(
    _ members: [any PersistentModel], of model: any PersistentModel, _ property: PropertyLayout
  ) {
    if members.isEmpty { return }
    // Assign the members to an empty collection, so that each of them is admitted and linked.
    model.setMembers(property.index, [])
    InverseMaintainer.replaceToMany(withAny: members, of: model, property.index)
  }
}
