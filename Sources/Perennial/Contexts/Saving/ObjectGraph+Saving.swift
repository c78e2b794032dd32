import Foundation

// The save and the rollback of a context's changes.

extension ObjectGraph {
  /// Writes all changes in one transaction for each store.
  ///
  /// - Throws: ``SwiftDataError``. Nothing is written then, and the changes stay pending; for the exception
  ///   see ``SwiftDataError/partialSave``.
  func save() throws {
    context?.autosave.forgetTerm()
    // A policy that overwrites whole objects must consider the latest remote changes.
    if mergePolicy == .overwrite { try remoteChanges.catchUp() } else { mergeRemoteChanges() }
    recorder?.endTurn()
    try throwRefusals()
    guard !pending.isEmpty else { return }
    NotificationCenter.default.post(name: ModelContext.willSave, object: context)
    var mayRetry = true
    while true {
      let plan = SavePlan(self)
      if plan.rows.isEmpty {
        pending = PendingChanges()
        return
      }
      try SaveValidation.check(plan, self)
      do {
        return try commit(plan)
      } catch let error as SwiftDataError where error == .modelValidationFailure && mayRetry {
        // A referenced object may have been deleted elsewhere after the last merge of remote changes.
        let known = merging.count
        try remoteChanges.catchUp()
        if merging.count == known { throw error }
        try throwRefusals()
        mayRetry = false
      }
    }
  }

  /// Writes a plan, updates the objects of the context, and notifies observers.
  private func commit(_ plan: SavePlan) throws {
    let recorder = recorder
    defer { recorder?.endSave() }
    let writer = SaveWriter(
      plan, to: coordinator.nesting, policy: mergePolicy, snapshots: pending.snapshots,
      order: pending.order,
      in: coordinator.entities, isFollowed: liveQueries != nil,
      willUpsert: recorder.map { $0.noteRow })
    let request = CommitRequest(
      stores: writer.stores, editingState: editingState, participation: .save(plan.rows))
    var update = PostCommitUpdate(self)
    let commit = try coordinator.commit(
      request, by: inbox, settling: { update.settle($0, writer.parts) }, writer.write)
    for (observation, mask) in update.observed { observation.announce(mask) }
    updateResults()
    update.identifiers.post(from: context, update.tokens)
    let failure = commit.partialSave(
      request.stores, of: coordinator.stores, operation: "saved",
      remedy: "The other changes are still pending; save again",
      identifiers: update.identifiers.all)
    if let failure { throw failure }
  }

  /// Throws the recorded errors of calls that cannot throw, once.
  private func throwRefusals() throws {
    guard let first = pending.refusals.first else { return }
    let all = pending.refusals
    pending.refusals = []
    throw first.because(
      all.map(\.explanation).joined(separator: "; "), all.flatMap(\.identifiers)
    ).naming(all.flatMap(\.conflicts))
  }

  // MARK: Rollback

  /// Discards all changes: new objects leave the graph, deletions are cancelled, and changed objects read
  /// their stored values again.
  func rollback() {
    context?.autosave.forgetTerm()
    let (inserted, changed, deleted) = (
      pending.insertedModels, pending.changedModels, pending.deletedModels
    )
    pending = PendingChanges()
    for model in inserted { liveQueries?.didDisappear(of: model) }
    for model in deleted { liveQueries?.didReturn(of: model) }
    detachAll(inserted)
    // The collections contain pending changes, which are discarded now.
    unloadCollections()
    var told: [(ModelObservation, PropertyMask)] = []
    for model in changed + deleted {
      let header = model._$header
      guard header.pointee.belongs(to: self) else { continue }
      let mask = header.pointee.dirty
      header.pointee.dirty = []
      header.pointee.state.subtract([.changed, .deleted])
      if mask.isEmpty { continue }
      markStale(model, mask)
      liveQueries?.noteChange(of: model, mask)
      if let observation = header.pointee.extras?.registrar { told.append((observation, mask)) }
    }
    for (observation, mask) in told { observation.announce(mask) }
    ReferenceObservers(graph: self).announce(to: deleted, areBack: true)
  }

  // MARK: Transactions

  /// Runs a block, and undoes its changes to the objects of the context if it throws.
  ///
  /// Changes that were pending before the block are pending again then.
  func restoring<Result>(_ block: () throws -> Result) throws -> Result {
    let checkpoint = Checkpoint(self)
    recorder?.register()
    let steps = recorder?.registrations
    do {
      return try block()
    } catch {
      rollback()
      checkpoint.restore(self)
      recorder?.discard(since: steps)
      throw error
    }
  }
}
