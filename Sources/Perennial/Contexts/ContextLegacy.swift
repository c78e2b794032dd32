/// What a main context leaves to the next one.
///
/// The container owns its main context, and a program that has released the container may still hold
/// objects. They are the main actor's, who has one context; so they get it again when it is asked for, or
/// when one of them changes. Between the two contexts the graph holds no object, or the objects and the
/// graph would keep each other alive: of unsaved changes, the objects themselves know.
///
/// Contexts that the program has made end when it releases them. Their objects have no context then, and
/// what is changed is not saved.
struct ContextLegacy {
  var isAutosaveEnabled = true
  /// Stored objects whose changes or deletions were not saved, as far as they are still held.
  var models: [Weak<AnyObject>] = []
}

extension ObjectGraph {
  /// The context of the graph's objects: that of the main actor is made again if it is gone.
  var currentContext: ModelContext? {
    if let context { return context }
    return legacy == nil || isSettling ? nil : ModelContext(succeedingIn: self)
  }

  /// A change waits to be saved.
  func scheduleAutosave() {
    mayHoldCircles = true
    if let context { return context.scheduleAutosave() }
    guard let successor = currentContext else { return }
    // Nobody holds it, and what is pending is its own.
    successor.stayForTurn()
    successor.scheduleAutosave()
  }

  /// Gives a new main context what the one before has left.
  ///
  /// - Returns: Whether it saves by itself.
  func takeLegacy() -> Bool {
    guard let legacy else { return false }
    self.legacy?.models = []
    isOrphan = false
    let known = Set((pending.changed + pending.deleted).map { ObjectIdentifier($0) })
    for case let model as any PersistentModel in legacy.models.compactMap(\.object)
    where model._$header.pointee.belongs(to: self) && !known.contains(ObjectIdentifier(model)) {
      let state = model._$header.pointee.state
      if state.contains(.deleted) {
        pending.deleted.append(model)
      } else if state.contains(.changed) {
        pending.changed.append(model)
      }
    }
    return legacy.isAutosaveEnabled
  }

  // MARK: The end of a context

  /// Does what is left to be done when the context is gone: saves, if it saves by itself, and lets go of
  /// the objects.
  ///
  /// - Parameter isOfMainActor: Whether the context was the main actor's.
  func settle(autosaves: Bool, isOfMainActor: Bool) {
    guard isOfMainActor, !MainQueue.isCurrent else { return settleHere(autosaves: autosaves) }
    // The objects may be in use on the main actor.
    let estate = Estate(graph: self)
    Task { @MainActor in estate.graph.settleHere(autosaves: autosaves) }
  }

  private func settleHere(autosaves: Bool) {
    // There may be a new context, which will be settled itself.
    if context != nil { return }
    isSettling = true
    legacy?.isAutosaveEnabled = autosaves
    if autosaves { saveAtEnd() }
    if legacy == nil { close() } else { letGo() }
    isSettling = false
  }

  private func saveAtEnd() {
    if pending.isEmpty { return }
    do {
      try save()
    } catch {
      Log.context.error("the changes of a context that was released are lost: \(error)")
    }
  }

  /// Lets go of the objects, of which those stay that are held elsewhere. New objects that could not be
  /// saved leave the graph: nothing of them is in the store from which they could be read again.
  private func letGo() {
    recorder?.end()
    recorder = nil
    recent = RecentObjects()
    legacy?.models = (pending.changedModels + pending.deletedModels).map { Weak($0 as AnyObject) }
    let new = pending.insertedModels
    let rowIDs = Set(new.map { $0._$header.pointee.rowID })
    pending.index = nil
    detachAll(new)
    if !new.isEmpty {
      dropReferences { target, _ in rowIDs.contains(target) }
      for rowID in rowIDs { forgetLinks(of: rowID) }
    }
    (pending.inserted, pending.changed, pending.deleted) = ([], [], [])
    if mayHoldCircles { unloadCollections() }
    mayHoldCircles = false
    isOrphan = true
  }
}

/// A graph on its way to the main actor.
// Sendable: followed on the main actor only, to which the graph belongs.
private struct Estate: @unchecked Sendable {
  let graph: ObjectGraph
}
