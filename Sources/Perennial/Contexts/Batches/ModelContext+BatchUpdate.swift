public import Foundation

extension ModelContext {
  /// Assigns new values to attributes of all objects of a model that match a predicate, without loading the
  /// objects.
  ///
  /// The updated objects are the ones that a fetch would return: for objects with unsaved changes, the
  /// predicate is evaluated in memory. Such objects and new objects are changed in this context, and
  /// written by the next save. All other objects are written at once, in one statement and a transaction of
  /// its own, which is recorded in the history. Neither a rollback nor an undo reverts this transaction.
  /// Objects and live results of this context and of other contexts are updated. Within
  /// ``transaction(block:)`` all objects are changed in this context, and written with the transaction.
  ///
  /// Rows that have the values already do not count as changed, unless a value is so large that it is
  /// stored in an external file. All rows share one file for such a value.
  ///
  /// ```swift
  /// try context.update(
  ///   model: Message.self, where: #Predicate { !$0.isRead }, setting: [.set(\.isRead, to: true)])
  /// ```
  ///
  /// - Parameters:
  ///   - model: The class of the objects.
  ///   - predicate: The condition for the objects; nil to update all objects.
  ///   - updates: The attributes and their values. The last value counts if an attribute has several.
  /// - Throws: ``SwiftDataError/unsupportedKeyPath`` for a relationship, and for a key path that isn't a
  ///   stored property; ``SwiftDataError/modelValidationFailure`` for a value that cannot be stored, and if
  ///   unique values would not be unique; ``SwiftDataError/storeFailure``; and the errors of a fetch.
  ///   Nothing is changed in that case.
  public func update<T: PersistentModel>(
    model: T.Type, where predicate: Predicate<T>? = nil, setting updates: [PropertyUpdate<T>]
  ) throws {
    graph.mergeRemoteChanges()
    let update = try BatchUpdate(updates, try graph.table(of: T.self).entity)
    if updates.isEmpty { return }
    let descriptor = FetchDescriptor<T>(predicate: predicate)
    if graph.transactionDepth > 0 {
      for model in try FetchExecution(descriptor, graph).objects() { update.assign(to: model) }
      return
    }
    try updateBatch(descriptor, update)
  }
}

extension ModelContext {
  private func updateBatch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ update: BatchUpdate<T>
  ) throws {
    let table = try graph.table(of: T.self)
    let plan = try FetchPlan(descriptor, graph.coordinator.hierarchies).current(
      descriptor, in: graph)
    let match = PendingMatch(descriptor, plan: plan, table: table, graph: graph)
    var own = match.inserted + match.changed
    let rows: BatchUpdate<T>.Rows
    if plan.isConditionExact, !match.coversEverything {
      // Objects with pending changes are evaluated in memory, and objects with a pending deletion count as
      // deleted.
      let others = (graph.pending.changedModels + graph.pending.deletedModels).filter { $0 is T }
      rows = .query(plan, except: others.map { $0._$header.pointee.rowID })
    } else {
      let found = try FetchExecution(descriptor, graph).objects()
      own = found.filter(\.isPending)
      rows = .rows(found.filter { !$0.isPending }.map { $0._$header.pointee.rowID })
    }
    let changes = try commitBatch(
      to: table.store,
      settling: { unrecorded { for model in own { update.assign(to: model) } } }
    ) { transaction in
      transaction.changes = try update.run(rows, on: transaction.connection)
    }
    if changes.isEmpty { return }
    SavedIdentifiers(changes, graph).post(from: self, changes.historyTokens)
  }
}

extension PersistentModel {
  /// `true` if the object is new or has unsaved changes.
  fileprivate var isPending: Bool {
    !_$header.pointee.state.isDisjoint(with: [.inserted, .changed])
  }
}
