// How objects leave a context, and what their delete rules take along.

extension ObjectGraph {
  /// Marks an object for deletion by the next save, and applies the delete rules of its
  /// relationships. An object that was never saved is forgotten at once.
  ///
  /// A rule of `deny` is checked by the save.
  func delete(_ model: any PersistentModel) {
    let graph = model._$header.pointee.graph
    guard graph === self else {
      if graph != nil {
        refuse(
          .modelInAnotherContext.because(
            "\(type(of: model)) was to be deleted by a context that it does not belong to",
            [model.persistentModelID]))
      }
      return
    }
    // A list in place of recursion: cascades may be long, and may be circles.
    var doomed: [any PersistentModel] = [model]
    while let next = doomed.popLast() {
      let header = next._$header
      guard header.pointee.graph === self, !header.pointee.state.contains(.deleted) else {
        continue
      }
      if header.pointee.state.contains(.stale) { reload(next) }
      guard header.pointee.graph === self else { continue }
      let isNew = header.pointee.state.contains(.inserted)
      // Before the rules run, so that partners already see it as deleted.
      header.pointee.state.insert(.deleted)
      doomed += applyRules(of: next)
      if isNew {
        detach(next)
      } else {
        pending.deleted.append(next)
      }
    }
    context?.scheduleAutosave()
  }

  /// Cuts the object's links; what is returned has to be deleted too.
  private func applyRules(of model: any PersistentModel) -> [any PersistentModel] {
    let table = table(of: model)
    var cascade: [any PersistentModel] = []
    for property in table.layout.properties {
      guard let relationship = table.layout.relationship(property.index) else { continue }
      let related = related(to: model, property)
      switch property.deleteRule {
      case .cascade:
        cascade += related
        forget(model, in: related, relationship)
      case .nullify:
        forget(model, in: related, relationship)
      case .deny, .noAction:
        // A collection cannot hold what is not there; a reference may stay.
        if relationship.inverse?.isToMany == true { forget(model, in: related, relationship) }
      }
    }
    forgetInOneWayCollections(model, table)
    return cascade
  }

  /// The objects at the other end of a relationship.
  func related(
    to model: any PersistentModel, _ property: PropertyLayout
  ) -> [any PersistentModel] {
    if property.isToMany { return RelationshipUpkeep.currentMembers(of: model, property.index) }
    let rowID = model.toOne(property.index).rowID
    guard rowID != 0 else { return [] }
    return target(of: model, property: property.index, rowID: rowID).map { [$0] } ?? []
  }

  private func forget(
    _ model: any PersistentModel, in related: [any PersistentModel],
    _ relationship: RelationshipLayout
  ) {
    guard let inverse = relationship.inverse else { return }
    for other in related { RelationshipUpkeep.removeMember(model, from: other, inverse) }
  }

  /// Collections of relationships without an inverse lose the object too.
  private func forgetInOneWayCollections(_ model: any PersistentModel, _ table: GraphTable) {
    for owners in tables {
      for (index, relationship) in owners.layout.relationships
      where relationship.inverse == nil && relationship.property.isToMany
        && owners.destinations[index] === table
      {
        for object in owners.map.objects {
          owners.model(object).members(index)?.remove(model)
        }
      }
    }
  }
}
