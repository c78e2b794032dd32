/// An object that the deletion of another one has deleted too.
struct CascadedObject {
  let model: any PersistentModel
  /// The reference to the other object that the deletion has emptied; nil if it is not stored in this object.
  let reference: Reference?

  struct Reference {
    let property: PropertyLayout
    let state: _Storage.ToOneState
    /// `true` if the reference was an unsaved change.
    let wasChanged: Bool
  }
}

/// The return of objects whose deletion is not saved, when they are inserted again.
struct ReturnedObjects {
  let graph: ObjectGraph

  /// Records the objects that are about to be deleted because of another object's deletion.
  func noteCascade(
    of owner: any PersistentModel, to models: [any PersistentModel],
    _ relationship: RelationshipLayout
  ) {
    let rowID = owner._$header.pointee.rowID
    for model in models where model !== owner {
      let header = model._$header
      if header.pointee.state.contains(.deleted) { continue }
      let reference = relationship.inverse.flatMap { inverse in
        inverse.isToOne
          ? CascadedObject.Reference(
            property: inverse, state: model.toOne(inverse.index),
            wasChanged: header.pointee.dirty.contains(property: inverse.index)) : nil
      }
      graph.pending.cascades[rowID, default: []].append(
        CascadedObject(model: model, reference: reference))
      graph.pending.separated.remove(header.pointee.rowID)
    }
  }

  /// Inserts the objects again that have left the graph because of a new object's deletion.
  func takeBackCascade(of model: any PersistentModel) {
    if graph.pending.cascades[model._$header.pointee.rowID] == nil { return }
    let objects = returning(with: model)
    for object in objects { takeBack(object) }
    ReferenceObservers(graph: graph).announce(to: objects.map(\.model), areBack: true)
  }

  /// Cancels the pending deletion of an object that is inserted again, and of the objects that its deletion
  /// has deleted. Objects that the program has deleted too, or whose other owners are deleted, stay deleted.
  func takeBack(_ model: any PersistentModel) {
    guard model._$header.pointee.state.contains(.deleted) else { return }
    if !graph.pending.cascades.isEmpty {
      graph.pending.separated.insert(model._$header.pointee.rowID)
    }
    let objects = returning(with: model)
    undelete(model)
    for object in objects { takeBack(object) }
    let models = [model] + objects.map(\.model)
    ReferenceObservers(graph: graph).announce(to: models, areBack: true)
  }

  /// Inserts an object without the objects that its deletion has deleted.
  func insertAlone(_ model: any PersistentModel) {
    let header = model._$header
    graph.pending.cascades[header.pointee.rowID] = nil
    guard header.pointee.belongs(to: graph) else { return graph.insert(model) }
    guard header.pointee.state.contains(.deleted) else { return }
    undelete(model)
    ReferenceObservers(graph: graph).announce(to: [model], areBack: true)
  }

  /// Returns the objects that return with an object. An owner precedes the objects that it owns.
  private func returning(with model: any PersistentModel) -> [CascadedObject] {
    var objects: [CascadedObject] = []
    var keys: Set<Int64> = [model._$header.pointee.rowID]
    var owners = [model]
    while let owner = owners.popLast() {
      for object in graph.pending.cascades.removeValue(forKey: owner._$header.pointee.rowID) ?? [] {
        let header = object.model._$header
        guard !graph.pending.separated.contains(header.pointee.rowID),
          header.pointee.graph == nil || object.model.isDeleted
        else { continue }
        objects.append(object)
        if keys.insert(header.pointee.rowID).inserted { owners.append(object.model) }
      }
    }
    while true {
      var missing: Set<Int64> = []
      for object in objects {
        guard let owner = deletedOwner(of: object, besides: keys) else { continue }
        missing.insert(object.model._$header.pointee.rowID)
        // It returns with this owner, if the other ones are there by then.
        graph.pending.cascades[owner, default: []].append(object)
      }
      if missing.isEmpty { return objects }
      keys.subtract(missing)
      objects = objects.filter { !missing.contains($0.model._$header.pointee.rowID) }
    }
  }

  /// Returns the key of another owner of an object, if its deletion is pending and cascades to the object.
  private func deletedOwner(of object: CascadedObject, besides keys: Set<Int64>) -> Int64? {
    let table = graph.table(of: object.model)
    for property in table.entity.references
    where table.layout.relationship(property.index)?.inverse?.deleteRule == .cascade {
      var rowID = object.model.toOne(property.index).rowID
      if rowID == 0, let reference = object.reference, reference.property === property {
        rowID = reference.state.rowID
      }
      if rowID == 0 || keys.contains(rowID) { continue }
      if table.destinations[property.index]?.find(rowID)?.isDeleted == true { return rowID }
    }
    return nil
  }

  /// Cancels the deletion of an object that another object's deletion has deleted.
  private func takeBack(_ object: CascadedObject) {
    let header = object.model._$header
    let isNew = header.pointee.graph == nil
    if let reference = object.reference,
      object.model.toOne(reference.property.index).rowID == 0
    {
      InverseMaintainer.mutate(object.model, property: reference.property) {
        object.model.setToOne(reference.property.index, reference.state)
      }
      // The last bit of a mask stands for several properties.
      if !reference.wasChanged, reference.property.index < 63 {
        header.pointee.dirty.subtract(reference.property.mask)
      }
    }
    if isNew { graph.insert(object.model) } else { undelete(object.model) }
  }

  /// Cancels the pending deletion of one object.
  private func undelete(_ model: any PersistentModel) {
    let header = model._$header
    guard header.pointee.state.contains(.deleted) else { return }
    graph.recorder?.noteInsertion(model)
    header.pointee.state.remove(.deleted)
    graph.pending.mayRepeat = true
    graph.liveQueries?.didReturn(of: model)
    if !header.pointee.dirty.isEmpty {
      header.pointee.state.insert(.changed)
      graph.pending.changed.append(model)
    }
    rejoin(model)
  }

  /// Unloads the collections that an object has left because of its deletion, and the object's own
  /// collections, which their remaining members have left.
  ///
  /// They are loaded again when they are next read.
  private func rejoin(_ model: any PersistentModel) {
    for (partner, inverse) in graph.partners(of: model, graph.table(of: model))
    where partner.members(inverse.index)?.contains(model) == false {
      InverseMaintainer.mutate(partner, property: inverse) {
        partner.unloadMembers(inverse.index)
        // An owner without a row has no other members than the loaded ones.
        if !partner._$header.pointee.isStored {
          _ = InverseMaintainer.currentMembers(of: partner, inverse.index)
        }
      }
    }
    graph.unloadCollections(of: model)
  }
}
