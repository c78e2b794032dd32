/// The pending changes of a context at one moment, which are restored when a transaction fails.
struct Checkpoint {
  private struct Saved {
    let model: any PersistentModel
    let state: ModelState
    let dirty: PropertyMask
    let unrepresented: [Int: SQLValue]?
    /// The slots with unsaved values. A copy shares the list of a collection, so the members are copied too
    /// if the object has no row yet from which they could be loaded.
    let slots: [(index: Int, copy: SlotCopy, members: [any PersistentModel]?)]
  }

  private var pending: PendingChanges
  private var models: [Saved] = []

  init(_ graph: ObjectGraph) {
    pending = graph.pending
    pending.index = nil
    let all = pending.insertedModels + pending.changedModels + pending.deletedModels
    for model in all {
      let header = model._$header
      let isNew = header.pointee.state.contains(.inserted)
      let properties = graph.table(of: model).layout.properties.filter {
        isNew || header.pointee.dirty.contains(property: $0.index)
      }
      let slots = properties.map { property in
        let members = isNew && property.isToMany ? model.members(property.index)?.erased : nil
        return (property.index, SlotCopy(model, property.index), members)
      }
      models.append(
        Saved(
          model: model, state: header.pointee.state, dirty: header.pointee.dirty,
          unrepresented: header.pointee.extras?.unrepresented, slots: slots))
    }
  }

  /// Restores the checkpoint in a graph that was rolled back.
  func restore(_ graph: ObjectGraph) {
    var returned: [any PersistentModel] = []
    for saved in models {
      let header = saved.model._$header
      // A save within the transaction has found that the new object is an existing row.
      if header.pointee.state.contains(.alias) { continue }
      if saved.state.contains(.inserted) {
        graph.enroll(saved.model)
      } else if header.pointee.state.contains(.stale) {
        // Properties that were changed only after the checkpoint are read from the store.
        graph.reload(saved.model)
      }
      guard header.pointee.belongs(to: graph) else { continue }
      for slot in saved.slots {
        slot.copy.restore(saved.model)
        if let members = slot.members { saved.model.setMembers(slot.index, members) }
        if !saved.state.contains(.inserted) { saved.model.unloadMembers(slot.index) }
      }
      if header.pointee.state.contains(.deleted) != saved.state.contains(.deleted) {
        returned.append(saved.model)
      }
      header.pointee.extras?.unrepresented = saved.unrepresented
      header.pointee.state = saved.state
      header.pointee.dirty = saved.dirty
      graph.liveQueries?.didAppear(of: saved.model)
      graph.liveQueries?.didDisappear(of: saved.model)
      graph.liveQueries?.noteChange(of: saved.model, saved.dirty)
    }
    graph.pending = pending
    ReferenceObservers(graph: graph).announce(to: returned, areBack: true)
    if !pending.isEmpty { graph.scheduleAutosave() }
  }
}
