public import Foundation

/// A value for a property of many objects; see ``ModelContext/update(model:where:setting:)``.
public struct PropertyUpdate<Model: PersistentModel> {
  let keyPath: PartialKeyPath<Model>
  let value: Any
  let assign: (Model) -> Void

  /// Gives an attribute a value.
  public static func set<Value>(
    _ keyPath: ReferenceWritableKeyPath<Model, Value>, to value: Value
  ) -> PropertyUpdate {
    PropertyUpdate(keyPath: keyPath, value: value) { $0[keyPath: keyPath] = value }
  }
}

extension ModelContext {
  /// Gives attributes new values in all objects of a model that a predicate holds for, without
  /// loading them.
  ///
  /// These are the objects that a fetch would give: where there are changes that are not saved, the
  /// predicate is asked about them. Objects with such changes, and new ones, are changed here, and
  /// written by the next save. All others are written at once, in one statement and a transaction of
  /// its own, which is in the history; neither a rollback nor an undo takes that back. Objects and
  /// live results that this context or another one holds follow. Rows that have the values already
  /// do not count as changed, unless a value is so large that it lies in a file beside the store; of
  /// such a value there is one file for all rows. Within ``transaction(block:)`` all objects are
  /// changed here, and written with the transaction.
  ///
  /// ```swift
  /// try context.update(
  ///   model: Message.self, where: #Predicate { !$0.isRead }, setting: [.set(\.isRead, to: true)])
  /// ```
  ///
  /// - Parameters:
  ///   - predicate: Which objects; all of them if it is nil.
  ///   - updates: The attributes and their values. Of several for one attribute the last one counts.
  /// - Throws: ``SwiftDataError/unsupportedKeyPath`` for a relationship, and for what is not stored;
  ///   ``SwiftDataError/modelValidationFailure`` for a value that cannot be stored, and where unique
  ///   values would not be; ``SwiftDataError/storeFailure``; and what a fetch does. Nothing is
  ///   changed then.
  public func update<T: PersistentModel>(
    model: T.Type, where predicate: Predicate<T>? = nil, setting updates: [PropertyUpdate<T>]
  ) throws {
    graph.readNews()
    let update = try BatchUpdate(updates, try graph.table(of: T.self))
    if updates.isEmpty { return }
    let descriptor = FetchDescriptor<T>(predicate: predicate)
    if graph.transactionDepth > 0 {
      for model in try FetchExecution(descriptor, graph).objects() { update.assign(to: model) }
      return
    }
    try graph.updateBatch(descriptor, update)
  }
}

extension ObjectGraph {
  func updateBatch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ update: BatchUpdate<T>
  ) throws {
    let table = update.table
    let plan = try FetchPlan(descriptor, coordinator.hierarchies).current(descriptor, in: self)
    let match = PendingMatch(descriptor, plan, table, self)
    var own = match.inserted + match.changed
    let rows: BatchUpdate<T>.Rows
    if plan.isConditionExact, !match.coversEverything {
      // Those with changes of their own are asked in memory, and those that are to be deleted are
      // not there any more.
      let others = (pending.changedModels + pending.deletedModels).filter { $0 is T }
      rows = .query(plan, except: others.map { $0._$header.pointee.rowID })
    } else {
      let found = try FetchExecution(descriptor, self).objects()
      own = found.filter(\.isPending)
      rows = .rows(found.filter { !$0.isPending }.map { $0._$header.pointee.rowID })
    }
    let changes = try commitBatch(
      to: table.store,
      settling: { unrecorded { for model in own { update.assign(to: model) } } }
    ) { transaction in
      transaction.changes = try update.run(rows, on: transaction.connection)
      try coordinator.specify(&transaction.changes, on: transaction.connection)
    }
    if changes.isEmpty { return }
    postDidSave(SavedIdentifiers(changes, self), changes.historyTokens)
  }
}

extension PersistentModel {
  /// Whether the object has changes that wait for a save, or waits for its first one.
  fileprivate var isPending: Bool {
    !_$header.pointee.state.isDisjoint(with: [.inserted, .changed])
  }
}
