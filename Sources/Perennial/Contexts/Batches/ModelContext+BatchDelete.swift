public import Foundation

extension ModelContext {
  /// Deletes all objects of a model that match a predicate, and the objects to which their delete rules
  /// cascade, without loading them.
  ///
  /// The deleted objects are the ones that a fetch would return: for objects with unsaved changes, the
  /// predicate is evaluated in memory. Delete rules follow the stored relationships.
  ///
  /// The deletion is done at once, in a transaction of its own. A rollback does not restore the objects.
  /// Objects that this context or another context holds are updated. Within ``transaction(block:)`` the
  /// objects are marked, and deleted with the transaction.
  ///
  /// ```swift
  /// try context.delete(model: Message.self, where: #Predicate { $0.isRead })
  /// ```
  ///
  /// - Parameters:
  ///   - model: The class of the objects.
  ///   - predicate: The condition for the objects; nil to delete all objects.
  ///   - includeSubclasses: `true` to delete objects of subclasses too.
  /// - Throws: ``SwiftDataError/modelValidationFailure`` if a delete rule denies the deletion. Nothing is
  ///   deleted in that case.
  public func delete<T: PersistentModel>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws {
    graph.mergeRemoteChanges()
    let descriptor = FetchDescriptor<T>(predicate: predicate)
    if graph.transactionDepth > 0 {
      let execution = try FetchExecution(
        descriptor, graph, includesSubclasses: includeSubclasses, includesLeftOut: true)
      for model in try execution.objects() { graph.delete(model) }
      return
    }
    try deleteBatch(descriptor, includesSubclasses: includeSubclasses)
  }
}

extension ModelContext {
  private func deleteBatch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, includesSubclasses: Bool
  ) throws {
    let table = try graph.table(of: T.self)
    if let source = graph.source(of: table),
      !source.canDeleteUnseen(table.containerEntity, for: graph.client)
    {
      // Delete rules need the stored relationships of all objects.
      let roots = graph.tables.filter { $0.rootIndex == $0.index }
      try source.complete(roots.map(\.layout.type), for: graph.client)
      graph.mergeRemoteChanges()
    }
    let plan = try FetchPlan(
      descriptor, graph.coordinator.hierarchies, includesSubclasses: includesSubclasses
    ).current(descriptor, in: graph)
    let match = PendingMatch(
      descriptor, plan: plan, table: table, graph: graph, includesSubclasses: includesSubclasses)
    let selection = try selection(
      descriptor, plan: plan, match: match, includesSubclasses: includesSubclasses)
    var batch: ((any CustomStoreAdapter) throws -> Bool)?
    if !match.isRelevant {
      batch = { [graph] source in
        try source.delete(
          where: descriptor.predicate, includesSubclasses: includesSubclasses, for: graph.client)
      }
    }
    let changes = try commitBatch(
      to: table.store, .sets, participation: .delete(batch),
      // New objects have no rows.
      settling: { unrecorded { for model in match.inserted { graph.delete(model) } } }
    ) { transaction in
      var deletion = try BatchDeletion(
        transaction.connection, entities: transaction.entities, store: table.store,
        history: transaction.history)
      transaction.changes = try deletion.run(selection, of: table.containerEntity)
    }
    SavedIdentifiers(changes, graph).post(from: self, changes.historyTokens)
  }

  /// Returns the rows of the objects that a fetch would return.
  ///
  /// Pending changes are considered, so that the result is the same as directly after a save.
  private func selection<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>,
    plan: FetchPlan<T>,
    match: PendingMatch<T>,
    includesSubclasses: Bool
  ) throws -> BatchDeletion.Selection {
    func rowIDs(_ models: [any PersistentModel]) -> [Int64] {
      models.map { $0._$header.pointee.rowID }
    }
    guard plan.isConditionExact, !match.coversEverything else {
      let execution = try FetchExecution(
        descriptor, graph, plan: plan, includesSubclasses: includesSubclasses)
      let found = try execution.objects()
      // Matching objects that the next save would delete are deleted at once.
      let doomed = graph.pending.deletedModels.compactMap { $0 as? T }.filter {
        (includesSubclasses || type(of: $0) == T.self) && match.evaluate($0)
      }
      // The objects of other stores cannot be written in this transaction.
      let store = try graph.table(of: T.self).store
      return .rows(rowIDs((found + doomed).filter { graph.table(of: $0).store == store }))
    }
    guard let condition = plan.countCondition else { return .everything }
    return .query(
      "SELECT t0._pk AS pk FROM \(plan.from) WHERE \(condition)",
      plan.countBindings,
      except: rowIDs(graph.pending.changedModels.filter { $0 is T }),
      also: rowIDs(match.changed)
    )
  }
}

extension SavedIdentifiers {
  init(_ event: ChangeSet, _ graph: ObjectGraph) {
    self.init()
    updated.reserveCapacity(event.changes.values.reduce(0) { $0 + $1.updated.count })
    deleted.reserveCapacity(event.changes.values.reduce(0) { $0 + $1.deleted.count })
    for (name, changes) in event.changes {
      guard let number = graph.coordinator.index(named: name) else { continue }
      let table = graph.tables[number]
      for update in changes.updated { updated.append(table.identifier(update.rowID)) }
      for rowID in changes.deleted { deleted.append(table.identifier(rowID)) }
    }
  }
}
