// The deletion of objects from a context, and the delete rules of their relationships.

extension ObjectGraph {
  /// Marks an object for deletion by the next save, and applies the delete rules of its relationships. An
  /// object that was never saved leaves the graph at once.
  ///
  /// The save checks the rule `deny`.
  func delete(_ model: any PersistentModel) {
    let model = model.original
    let graph = model._$header.pointee.graph
    guard graph === self else {
      // A new object may have left the graph because of another object's deletion.
      if graph == nil { return noteOwnDeletion(of: model) }
      return refuse(
        .modelInAnotherContext.because(
          "\(type(of: model)) was not deleted: it belongs to another context. Delete it there",
          [model.persistentModelID]))
    }
    if model._$header.pointee.state.contains(.deleted) { return noteOwnDeletion(of: model) }
    // A list instead of recursion, because cascades may be long, and may contain cycles.
    var doomed: [any PersistentModel] = [model]
    var gone = Departure()
    var forgotten: [any PersistentModel] = []
    var leaving: [any PersistentModel] = []
    while let next = doomed.popLast() {
      let header = next._$header
      guard header.pointee.belongs(to: self), !header.pointee.state.contains(.deleted) else {
        continue
      }
      if header.pointee.state.contains(.stale) { reload(next) }
      guard header.pointee.belongs(to: self) else { continue }
      recorder?.noteDeletion(next)
      let isNew = header.pointee.state.contains(.inserted)
      pending.cascades[header.pointee.rowID] = nil
      if keepsSnapshots { keepSnapshot(of: next, .all) }
      // Before the rules run, so that partners see the object as deleted.
      header.pointee.state.remove(.changed)
      header.pointee.state.insert(.deleted)
      gone.add(next, isNew: isNew)
      leaving.append(next)
      liveQueries?.didDisappear(of: next)
      doomed += applyRules(of: next, isNew: isNew)
      if isNew {
        forgetLinks(of: header.pointee.rowID)
        forgotten.append(next)
        pending.mayRepeat = true
      } else {
        pending.deleted.append(next)
      }
    }
    dropReferences { gone.concerns($0, $1) }
    ReferenceObservers(graph: self).announce(to: leaving, areBack: false)
    detachAll(forgotten)
    forgetInOneWayCollections(gone)
    scheduleAutosave()
  }

  /// Notes that the program deletes an object that another object's deletion may have deleted already.
  /// The object does not return with the other one.
  private func noteOwnDeletion(of model: any PersistentModel) {
    if !pending.cascades.isEmpty { pending.separated.insert(model._$header.pointee.rowID) }
  }

  /// The objects of one deletion.
  struct Departure {
    private(set) var models: Set<ObjectIdentifier> = []
    /// The classes of the objects, and their superclasses.
    private(set) var types: Set<ObjectIdentifier> = []
    private var rows: Set<Int64> = []
    private var new: Set<Int64> = []

    mutating func add(_ model: any PersistentModel, isNew: Bool) {
      let rowID = model._$header.pointee.rowID
      models.insert(ObjectIdentifier(model))
      var layout: ModelLayout? = ModelLayout.of(model: model)
      while let kind = layout, types.insert(ObjectIdentifier(kind.type)).inserted {
        layout = kind.superlayout
      }
      rows.insert(rowID)
      if isNew { new.insert(rowID) }
    }

    /// Returns `true` if a pending reference to a row must not be written, because no delete rule applies
    /// to it, or because its target will never have a row.
    func concerns(_ rowID: Int64, _ inverse: PropertyLayout?) -> Bool {
      guard rows.contains(rowID) else { return false }
      return inverse == nil || inverse?.deleteRule == .noAction || new.contains(rowID)
    }
  }

  /// Removes the object from its relationships, and returns the objects to which the deletion cascades.
  ///
  /// References to an object that will never have a row are removed with every rule.
  private func applyRules(
    of model: any PersistentModel, isNew: Bool
  ) -> [any PersistentModel] {
    let table = table(of: model)
    var cascade: [any PersistentModel] = []
    for property in table.layout.properties {
      guard let relationship = table.layout.relationship(property.index) else { continue }
      let cascades = property.deleteRule == .cascade
      let leavesInverse: Bool
      switch property.deleteRule {
      case .cascade, .nullify: leavesInverse = relationship.inverse != nil
      // A collection cannot contain a missing row, but a reference may stay.
      case .deny, .noAction: leavesInverse = isNew || relationship.inverse?.isToMany == true
      }
      // A target to which the rule does nothing is not loaded. Members are, because the deleted object keeps them.
      if property.isToOne, !cascades, !leavesInverse { continue }
      let related = related(to: model, property)
      if cascades {
        cascade += related
        ReturnedObjects(graph: self).noteCascade(of: model, to: related, relationship)
      }
      if leavesInverse { forget(model, in: related, relationship) }
    }
    return cascade
  }

  /// Returns the objects at the other end of a relationship.
  func related(
    to model: any PersistentModel, _ property: PropertyLayout
  ) -> [any PersistentModel] {
    if property.isToMany { return InverseMaintainer.currentMembers(of: model, property.index) }
    let rowID = model.toOne(property.index).rowID
    guard rowID != 0 else { return [] }
    // Includes an object with a pending deletion, because its collection must not keep the object.
    if let model = destination(of: model, property.index)?.find(rowID) { return [model] }
    return target(of: model, property: property.index, rowID: rowID).map { [$0] } ?? []
  }

  private func forget(
    _ model: any PersistentModel, in related: [any PersistentModel],
    _ relationship: RelationshipLayout
  ) {
    guard let inverse = relationship.inverse else { return }
    for other in related { InverseMaintainer.removeMember(model, from: other, inverse) }
  }

  /// Removes the objects from collections of relationships without an inverse.
  private func forgetInOneWayCollections(_ gone: Departure) {
    for owners in tables {
      for (index, relationship) in owners.layout.relationships
      where relationship.inverse == nil && relationship.property.isToMany
        && gone.types.contains(ObjectIdentifier(relationship.destination.type))
      {
        for owner in owners.objects {
          guard let cache = owner.members(index) else { continue }
          for member in cache.erased where gone.models.contains(ObjectIdentifier(member)) {
            cache.remove(member)
          }
        }
      }
    }
  }

  // MARK: Objects that leave the graph

  /// Removes new objects from the graph. They keep their values, and hold the targets of their references
  /// from now on.
  func detachAll(_ models: [any PersistentModel]) {
    // All objects hold their targets first, because a removed object can no longer be found.
    for model in models { holdTargets(of: model) }
    for model in models { detach(model) }
  }

  private func holdTargets(of model: any PersistentModel) {
    let table = table(of: model)
    for property in table.entity.references {
      var state = model.toOne(property.index)
      guard state.rowID != 0, state.model == nil else { continue }
      state.model = table.destinations[property.index]?.find(state.rowID)
      model.setToOne(property.index, state)
    }
  }

  private func detach(_ model: any PersistentModel) {
    let header = model._$header
    let table = table(of: model)
    header.pointee.state.subtract([.inserted, .changed, .deleted, .saved, .stale])
    header.pointee.dirty = []
    header.pointee.leave()
    model.updateAliases()
    table.map.remove(header.pointee.rowID)
    // A collection that is just being changed in place ends its change outside of the graph.
    lentCollections.removeAll { $0.owner == ObjectIdentifier(model) }
  }

  /// Removes an object without a row from the graph. The object keeps its last values.
  func detachDeleted(_ model: any PersistentModel) {
    let header = model._$header
    let table = table(of: model)
    extras(of: header).formerStore = coordinator.stores[table.store].identifier
    if table.keys != nil {
      extras(of: header).formerIdentifier = table.identifier(header.pointee.rowID)
    }
    header.pointee.state.insert(.gone)
    detach(model)
  }
}
