/// The pending changes of a context at one moment, which are restored when a transaction fails.
struct Checkpoint {
  private struct SlotCopy: _Storage.SlotVisitor {
    /// `true` if the object has no row yet from which its collections could be loaded.
    let isNew: Bool
    var restore: ((any PersistentModel, Int) -> Void)?

    mutating func visit<S: _Storage.Slot>(_ slot: inout S) {
      let copy = slot
      // A copy of the slot shares the collection's list, so the members are copied too.
      let members = isNew ? slot._toMany?.models?.erased : nil
      let isNew = isNew
      restore = { model, index in
        var writer = SlotWriter(copy: copy)
        model._$visit(index, &writer)
        if let members { model.setMembers(index, members) }
        if !isNew { model.unloadMembers(index) }
      }
    }
  }

  private struct SlotWriter<Copy: _Storage.Slot>: _Storage.SlotVisitor {
    let copy: Copy
    mutating func visit<S: _Storage.Slot>(_ slot: inout S) {
      if let copy = copy as? S { slot = copy }
    }
  }

  private struct Saved {
    let model: any PersistentModel
    let state: ModelState
    let dirty: PropertyMask
    let unrepresented: [Int: SQLValue]?
    let slots: [(index: Int, restore: (any PersistentModel, Int) -> Void)]
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
      var slots: [(Int, (any PersistentModel, Int) -> Void)] = []
      for property in graph.table(of: model).layout.properties
      where isNew || header.pointee.dirty.contains(property: property.index) {
        var copy = SlotCopy(isNew: isNew)
        model._$visit(property.index, &copy)
        if let restore = copy.restore { slots.append((property.index, restore)) }
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
      if saved.state.contains(.inserted) {
        graph.enroll(saved.model)
      } else if header.pointee.state.contains(.stale) {
        // Properties that were changed only after the checkpoint are read from the store.
        graph.reload(saved.model)
      }
      guard header.pointee.belongs(to: graph) else { continue }
      for slot in saved.slots { slot.restore(saved.model, slot.index) }
      if header.pointee.state.contains(.deleted) != saved.state.contains(.deleted) {
        returned.append(saved.model)
      }
      header.pointee.extras?.unrepresented = saved.unrepresented
      header.pointee.state = saved.state
      header.pointee.dirty = saved.dirty
      graph.feed?.noteArrival(of: saved.model)
      graph.feed?.noteDeparture(of: saved.model)
      graph.feed?.noteChange(of: saved.model, saved.dirty)
    }
    graph.pending = pending
    ReferenceObservers(graph: graph).announce(to: returned, areBack: true)
    if !pending.isEmpty { graph.scheduleAutosave() }
  }
}
