// How a batch is taken back. All of it goes the ways of ordinary changes: both sides of a
// relationship follow, observers are told, and the recorder records what takes this back in turn.

extension UndoBatch {
  func perform(in graph: ObjectGraph) {
    // Everybody is there before anybody is referred to, and nobody leaves who still is.
    var returned: Set<ObjectIdentifier> = []
    for existence in existences.reversed() where existence.existed {
      if existence.model.isPresent { continue }
      returned.insert(ObjectIdentifier(existence.model))
      reinsert(existence.model, graph)
    }
    for change in changes.reversed() where isThere(change, graph) {
      restoreValue(change, returned, graph)
    }
    // Then the collections, whose order is theirs to say.
    for change in changes.reversed() where isThere(change, graph) {
      restoreCollection(change, returned, graph)
    }
    for existence in existences.reversed() where !existence.existed {
      if existence.model._$header.pointee.belongs(to: graph), existence.model.isPresent {
        graph.delete(existence.model)
      }
    }
  }

  /// Whether the object of a change is there to take its value.
  private func isThere(_ change: Change, _ graph: ObjectGraph) -> Bool {
    let header = change.model._$header
    // What others have saved may be that it is gone.
    if header.pointee.state.contains(.stale) { graph.reload(change.model) }
    return header.pointee.belongs(to: graph) && change.model.isPresent
  }

  /// An object that waits for its deletion stays; one that is gone comes again, as the same row.
  private func reinsert(_ model: any PersistentModel, _ graph: ObjectGraph) {
    if model._$header.pointee.graph == nil {
      for property in graph.table(of: model).layout.properties where property.isRelationship {
        // What they were comes with the changes.
        if property.isToOne {
          model.setToOne(property.index, .none)
        } else {
          model.setMembers(property.index, [])
        }
      }
    }
    graph.insert(model)
  }

  private func restoreValue(
    _ change: Change, _ returned: Set<ObjectIdentifier>, _ graph: ObjectGraph
  ) {
    switch change.before {
    case .attribute(let slot):
      mutate(change, graph) { slot.restore(change.model, change.property.index) }
    case .toOne(let rowID, let object):
      let target = target(rowID, object, change, graph)
      let old = change.model.toOne(change.property.index)
      // A reference to a row that comes again is no more in the store, whatever the object says.
      if old.rowID == target?._$header.pointee.rowID ?? 0, old.isLinked,
        isAgreed(target, change),
        target.map({ !returned.contains(ObjectIdentifier($0)) }) ?? true
      {
        return noteUnchanged(change, graph)
      }
      mutate(change, graph) {
        change.model.setToOne(change.property.index, _ToOneState(target))
        RelationshipUpkeep.didReplaceToOne(
          _ToOneReplacement(old: old, new: target), of: change.model, change.property.index)
      }
    case .untold: noteUnchanged(change, graph)
    case .toMany: break
    }
  }

  /// Whether the other end of a relationship leads back to the object.
  private func isAgreed(_ target: (any PersistentModel)?, _ change: Change) -> Bool {
    let layout = ModelLayout.of(model: change.model)
    guard let target, let relationship = layout.relationship(change.property.index) else {
      return true
    }
    return RelationshipUpkeep.agrees(target, with: change.model, relationship)
  }

  /// The object that a relationship led to; nil if it is gone.
  private func target(
    _ rowID: Int64, _ object: (any PersistentModel)?, _ change: Change, _ graph: ObjectGraph
  ) -> (any PersistentModel)? {
    if let object, object._$header.pointee.belongs(to: graph) {
      return object.isPresent ? object : nil
    }
    if rowID == 0 { return nil }
    return graph.target(of: change.model, property: change.property.index, rowID: rowID)
  }

  private func restoreCollection(
    _ change: Change, _ returned: Set<ObjectIdentifier>, _ graph: ObjectGraph
  ) {
    guard case .toMany(let members) = change.before else { return }
    let index = change.property.index
    let current = RelationshipUpkeep.currentMembers(of: change.model, index)
    let there = Set(current.map { ObjectIdentifier($0) })
    let former = Set(members.map { ObjectIdentifier($0) })
    let isFree = change.isInJoinTable
    let back = members.filter {
      $0._$header.pointee.belongs(to: graph) && $0.isPresent
        && (isFree || there.contains(ObjectIdentifier($0)))
    }
    // Whoever has come since the batch was recorded stays, behind the others. Who was gone until
    // now has not come since.
    let gained = isFree ? change.gained.union(returned) : []
    let others = current.filter {
      !former.contains(ObjectIdentifier($0)) && !gained.contains(ObjectIdentifier($0))
    }
    let restored = back + others
    let isSame =
      restored.count == current.count && zip(restored, current).allSatisfy { $0 === $1 }
    if isSame { return noteUnchanged(change, graph) }
    mutate(change, graph) {
      RelationshipUpkeep.replaceToMany(withAny: restored, of: change.model, index)
    }
  }

  /// A step that turns out to change nothing is undone and redone like any other.
  private func noteUnchanged(_ change: Change, _ graph: ObjectGraph) {
    graph.recorder?.noteChange(change.model, change.property.index, isPartner: true)
  }

  private func mutate(_ change: Change, _ graph: ObjectGraph, _ body: () -> Void) {
    let observation = change.model._$header.pointee.extras?.registrar
    observation?.willChange(change.model, change.property)
    graph.noteChange(of: change.model, change.property.index)
    body()
    observation?.didChange(change.model, change.property)
  }
}
