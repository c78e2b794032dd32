// The context of a graph, and the actor to which the context belongs.

extension ObjectGraph {
  /// The context of the graph's objects. A main context that was released is created again.
  var currentContext: ModelContext? {
    if let context { return context }
    return handover == nil || isSettling ? nil : ModelContext(succeedingIn: self)
  }

  /// Schedules a save of pending changes.
  func scheduleAutosave() {
    mayHoldCircles = true
    if let context { return context.autosave.schedule() }
    guard let successor = currentContext else { return }
    // Only the closure of `stayForTurn()` holds the successor. Its graph holds the pending changes.
    successor.stayForTurn()
    successor.autosave.schedule()
  }

  /// Transfers the state of the previous main context to a new one.
  ///
  /// - Returns: `true` if autosave is enabled.
  func takeLegacy() -> Bool {
    guard let handover else { return false }
    self.handover?.models = []
    isOrphan = false
    let known = Set((pending.changed + pending.deleted).map { ObjectIdentifier($0) })
    for case let model as any PersistentModel in handover.models.compactMap(\.object)
    where model._$header.pointee.belongs(to: self) && !known.contains(ObjectIdentifier(model)) {
      let state = model._$header.pointee.state
      if state.contains(.deleted) {
        pending.deleted.append(model)
      } else if state.contains(.changed) {
        pending.changed.append(model)
      }
    }
    return handover.isAutosaveEnabled
  }

  // MARK: The end of a context

  /// Settles the graph when its context was released: saves if autosave is enabled, and releases the
  /// objects.
  ///
  /// - Parameters:
  ///   - autosaves: `true` to save the pending changes.
  ///   - isOfMainActor: `true` if the context belonged to the main actor.
  func settle(autosaves: Bool, isOfMainActor: Bool) {
    guard isOfMainActor, !MainQueue.isCurrent else { return settleHere(autosaves: autosaves) }
    // The objects may be in use on the main actor.
    nonisolated(unsafe) let graph = self
    Task { @MainActor in graph.settleHere(autosaves: autosaves) }
  }

  private func settleHere(autosaves: Bool) {
    // A new context may exist, which will be settled itself.
    if context != nil { return }
    isSettling = true
    handover?.isAutosaveEnabled = autosaves
    if autosaves { saveAtEnd() }
    if handover == nil { close() } else { letGo() }
    isSettling = false
  }

  private func saveAtEnd() {
    if pending.isEmpty { return }
    do {
      try save()
    } catch {
      Log.context.error("the changes of a released context are lost: \(error)")
    }
  }

  /// Releases the graph's references to objects. Objects that are held elsewhere stay.
  ///
  /// New objects that could not be saved leave the graph, because the store has no row from which they
  /// could be read again.
  private func letGo() {
    recorder?.end()
    recorder = nil
    recent = RecentObjects()
    handover?.models = (pending.changedModels + pending.deletedModels).map { Weak($0 as AnyObject) }
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

  /// Unloads all collections. They are loaded again when they are next read.
  func unloadCollections() {
    for table in tables {
      let collections = table.layout.relationships.filter(\.value.property.isToMany)
      if collections.isEmpty { continue }
      for model in table.objects {
        for index in collections.keys { model.unloadMembers(index) }
      }
    }
  }

  func unloadCollections(of model: any PersistentModel) {
    for property in table(of: model).layout.properties where property.isToMany {
      model.unloadMembers(property.index)
    }
  }

  // MARK: Autosave

  /// Saves changes that have waited for the next use of a context of no actor.
  ///
  /// Does nothing within a transaction or a batch, which are saved as a whole.
  func saveWhatIsDue() {
    guard awaitsAutosave, transactionDepth == 0, !BatchInsertScope.isBeingMade else { return }
    context?.autosave.saveIfDue()
  }

  // MARK: The main actor

  /// Detaches the context from the main actor if it is used elsewhere.
  func checkMainActorBinding() {
    guard let mainActorBinding, !MainQueue.isCurrent else { return }
    leave(mainActorBinding)
    hasExecutor = false
    inbox.wake.value = nil
    liveQueries?.review()
    // Their observers are now notified by the contexts that save, because this context has no executor.
    for table in tables where table.isObserved {
      for model in table.objects { observeRemoteChanges(of: model) }
    }
    context?.forgetTurn()
    context?.autosave.detachFromMainActor()
  }

  /// Ends the context's jobs on the main actor.
  func leave(_ binding: MainActorBinding) {
    binding.leave()
    self.mainActorBinding = nil
  }
}
