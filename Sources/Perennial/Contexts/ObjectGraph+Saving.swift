// How changes become rows, and what follows.

extension ObjectGraph {
  /// Writes all changes in one transaction for each store.
  ///
  /// - Throws: ``SwiftDataError``. Nothing is written then, and the changes stay pending; but see
  ///   ``SwiftDataError/partialSave``.
  func save() throws {
    context?.autosave.forgetTerm()
    // Who overwrites whole objects must not overwrite what could have been known.
    if mergePolicy == .overwrite { try catchUp() } else { readNews() }
    recorder?.endTurn()
    try throwRefusals()
    guard !pending.isEmpty else { return }
    postWillSave()
    guard let outcome = try writePending(isRetry: false) else {
      pending = PendingChanges()
      return
    }
    bringResultsUpToDate()
    postDidSave(outcome.identifiers, outcome.tokens)
    if let failure = outcome.failure { throw failure }
  }

  /// - Returns: Nil if there is nothing to write.
  private func writePending(isRetry: Bool) throws -> SaveOutcome? {
    let plan = SavePlan(self)
    if plan.isEmpty { return nil }
    try SaveValidation.check(plan, self)
    do {
      return try write(plan)
    } catch let error as SwiftDataError where error == .modelValidationFailure && !isRetry {
      // What an object refers to may have been deleted after the news were read.
      let known = newsRead
      try catchUp()
      if newsRead == known { throw error }
      try throwRefusals()
      return try writePending(isRetry: true)
    }
  }

  /// Throws what calls that cannot throw were refused for, once.
  private func throwRefusals() throws {
    guard let first = pending.refusals.first else { return }
    let all = pending.refusals
    pending.refusals = []
    throw first.because(
      all.map(\.explanation).joined(separator: "; "), all.flatMap(\.identifiers)
    ).naming(all.flatMap(\.conflicts))
  }

  // MARK: Rollback

  /// Forgets all changes: new objects leave the graph, deleted ones are back, changed ones read
  /// their stored values again.
  func rollback() {
    context?.autosave.forgetTerm()
    let (inserted, changed, deleted) = (
      pending.insertedModels, pending.changedModels, pending.deletedModels
    )
    pending = PendingChanges()
    for model in inserted { feed?.noteDeparture(of: model) }
    for model in deleted { feed?.noteReturn(of: model) }
    detachAll(inserted)
    // They were put together with what is forgotten now.
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
      feed?.noteChange(of: model, mask)
      if let observation = header.pointee.extras?.registrar { told.append((observation, mask)) }
    }
    for (observation, mask) in told { observation.announce(mask) }
    announceReferences(to: deleted, areBack: true)
  }
}
