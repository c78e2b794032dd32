// Undoes a batch with ordinary changes: both sides of a relationship are updated, observers are notified, and
// the recorder records the changes that undo this one.

extension UndoBatch {
  func perform(in graph: ObjectGraph) {
    // Objects are inserted before they are referenced, and deleted after their references were removed.
    var returned: Set<ObjectIdentifier> = []
    var successors: [ObjectIdentifier: any PersistentModel] = [:]
    for existence in existences.reversed() where existence.existed {
      let model = existence.model.original
      if model.isPresent { continue }
      if let successor = successor(of: model, graph) {
        successors[ObjectIdentifier(existence.model)] = successor
        continue
      }
      returned.insert(ObjectIdentifier(model))
      reinsert(model, graph)
    }
    let changes = presentChanges(in: graph)
    for change in changes.reversed() where isThere(change, graph) {
      restoreValue(change, returned: returned, in: graph)
    }
    // The collections are restored last, because they define their own order.
    for change in changes.reversed() where isThere(change, graph) {
      restoreCollection(change, returned: returned, successors: successors, in: graph)
    }
    for existence in existences.reversed()
    where !existence.existed && existence.insertion?.formerRow == nil {
      if existence.model._$header.pointee.belongs(to: graph), existence.model.isPresent {
        graph.delete(existence.model)
      }
    }
  }

  /// Returns the changes of the objects that represent the rows now, and last those that restore rows that new
  /// objects were written as. The changes are undone from the last to the first.
  private func presentChanges(in graph: ObjectGraph) -> [Change] {
    changes.map { change in
      var change = change
      change.model = change.model.original
      return change
    }
      + existences.flatMap { existence in
        existence.insertion?.formerRow?.changes(of: existence.model.original, in: graph) ?? []
      }
  }

  /// Returns `true` if the object of a change exists, so that its value can be restored.
  private func isThere(_ change: Change, _ graph: ObjectGraph) -> Bool {
    let header = change.model._$header
    // Another context may have saved the object's deletion.
    if header.pointee.state.contains(.stale) { graph.reload(change.model) }
    return header.pointee.belongs(to: graph) && change.model.isPresent
  }

  /// Returns the object that stands for the row of a deleted object: a preset that was restored, or an object that
  /// another context or another device has brought back; nil if there is no such row.
  private func successor(
    of model: any PersistentModel, _ graph: ObjectGraph
  ) -> (any PersistentModel)? {
    guard model._$header.pointee.graph == nil else { return nil }
    let (table, rowID) = (graph.table(of: model), model._$header.pointee.rowID)
    if let object = table.find(rowID) { return object }
    do {
      return try graph.reader.load(table, rowIDs: [rowID], including: .leftOut).first.map(
        table.model)
    } catch {
      Log.context.error("a deletion is undone, but the store cannot be read: \(error)")
      return nil
    }
  }

  /// Inserts an object that was deleted. An object whose deletion is not saved stays; one that is no longer
  /// in a context is inserted again, as the same row.
  private func reinsert(_ model: any PersistentModel, _ graph: ObjectGraph) {
    if model._$header.pointee.graph == nil {
      for property in graph.table(of: model).layout.properties where property.isRelationship {
        // The changes of the batch restore the relationships.
        if property.isToOne {
          model.setToOne(property.index, .none)
        } else {
          model.setMembers(property.index, [])
        }
      }
    }
    // The other objects of the deletion are in the batch too.
    ReturnedObjects(graph: graph).insertAlone(model)
  }

  private func restoreValue(
    _ change: Change, returned: Set<ObjectIdentifier>, in graph: ObjectGraph
  ) {
    switch change.before {
    case .attribute(let slot):
      mutate(change, in: graph) { slot.restore(change.model, change.property.index) }
    case .toOne(let rowID, let object):
      let target = target(rowID, object: object, of: change, in: graph)
      let old = change.model.toOne(change.property.index)
      // References to a reinserted row were removed from the store, whatever the object's value is.
      if old.rowID == target?._$header.pointee.rowID ?? 0, old.isLinked,
        isAgreed(target, change),
        target.map({ !returned.contains(ObjectIdentifier($0)) }) ?? true
      {
        return noteUnchanged(change, graph)
      }
      mutate(change, in: graph) {
        change.model.setToOne(change.property.index, _Storage.ToOneState(target))
        InverseMaintainer.didReplaceToOne(
          _Storage.ToOneReplacement(old: old, new: target), of: change.model, change.property.index)
      }
    case .untold: noteUnchanged(change, graph)
    case .toMany, .positions: break
    }
  }

  /// Returns `true` if the other end of a relationship references the object.
  private func isAgreed(_ target: (any PersistentModel)?, _ change: Change) -> Bool {
    let layout = ModelLayout.of(model: change.model)
    guard let target, let relationship = layout.relationship(change.property.index) else {
      return true
    }
    return InverseMaintainer.agrees(target, with: change.model, relationship)
  }

  /// Returns the target of a relationship; nil if it no longer exists.
  private func target(
    _ rowID: Int64, object: (any PersistentModel)?, of change: Change, in graph: ObjectGraph
  ) -> (any PersistentModel)? {
    if let object = object?.original, object._$header.pointee.belongs(to: graph) {
      return object.isPresent ? object : nil
    }
    if rowID == 0 { return nil }
    return graph.target(of: change.model, property: change.property.index, rowID: rowID)
  }

  private func restoreCollection(
    _ change: Change, returned: Set<ObjectIdentifier>,
    successors: [ObjectIdentifier: any PersistentModel], in graph: ObjectGraph
  ) {
    let recorded: [any PersistentModel]
    switch change.before {
    case .toMany(let members): recorded = members
    case .positions(let positions): return restorePositions(positions, in: change, graph)
    case .attribute, .toOne, .untold: return
    }
    let members = recorded.map { successors[ObjectIdentifier($0)] ?? $0.original }
    let index = change.property.index
    let current = InverseMaintainer.currentMembers(of: change.model, index)
    let there = Set(current.map { ObjectIdentifier($0) })
    let former = Set(members.map { ObjectIdentifier($0) })
    let isFree = change.isInJoinTable
    let back = members.filter {
      $0._$header.pointee.belongs(to: graph) && $0.isPresent
        && (isFree || there.contains(ObjectIdentifier($0)))
    }
    // Members that were added since the batch was recorded stay, behind the others. Members that were just
    // reinserted are not among them.
    let gained = isFree ? change.gained.union(returned) : []
    let others = current.filter {
      !former.contains(ObjectIdentifier($0)) && gained.isDisjoint(with: $0.identities)
    }
    let restored = back + others
    let isSame =
      restored.count == current.count && zip(restored, current).allSatisfy { $0 === $1 }
    if isSame { return noteUnchanged(change, graph) }
    mutate(change, in: graph) {
      InverseMaintainer.replaceToMany(withAny: restored, of: change.model, index)
    }
  }

  /// Restores the positions of members that were deleted, in a collection that has kept its other members.
  private func restorePositions(
    _ positions: [MemberPosition], in change: Change, _ graph: ObjectGraph
  ) {
    let current = InverseMaintainer.currentMembers(of: change.model, change.property.index)
    let restored = positions.restored(in: current)
    if zip(restored, current).allSatisfy({ $0 === $1 }) { return noteUnchanged(change, graph) }
    mutate(change, in: graph) {
      InverseMaintainer.replaceToMany(withAny: restored, of: change.model, change.property.index)
    }
  }

  /// Records a change without effect, so that the step can be undone and redone like any other.
  private func noteUnchanged(_ change: Change, _ graph: ObjectGraph) {
    graph.recorder?.noteChange(change.model, change.property.index, isPartner: true)
  }

  private func mutate(_ change: Change, in graph: ObjectGraph, _ body: () -> Void) {
    let observation = change.model._$header.pointee.extras?.registrar
    observation?.willChange(change.model, change.property)
    graph.noteChange(of: change.model, change.property.index)
    body()
    observation?.didChange(change.model, change.property)
  }
}
