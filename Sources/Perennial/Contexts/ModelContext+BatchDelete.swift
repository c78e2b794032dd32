public import Foundation

extension ModelContext {
  /// Deletes all objects of a model that a predicate holds for, and what their delete rules take
  /// along, without loading them.
  ///
  /// These are the objects that a fetch would give: where there are changes that are not saved,
  /// the predicate is asked about them. Delete rules follow the relationships that are stored.
  ///
  /// The deletion is done at once, in a transaction of its own; a rollback does not bring the
  /// objects back. Objects that this context or another one holds learn of it. Within
  /// ``transaction(block:)`` the objects are marked, and deleted with the transaction.
  ///
  /// - Parameters:
  ///   - predicate: Which objects; all of them if it is nil.
  ///   - includeSubclasses: Whether objects of subclasses are deleted too.
  /// - Throws: ``SwiftDataError/modelValidationFailure`` if a delete rule forbids it. Nothing is
  ///   deleted then.
  public func delete<T: PersistentModel>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws {
    graph.readNews()
    let descriptor = FetchDescriptor<T>(predicate: predicate)
    if graph.transactionDepth > 0 {
      let execution = try FetchExecution(
        descriptor, graph, includesSubclasses: includeSubclasses, includesLeftOut: true)
      for model in try execution.objects() { graph.delete(model) }
      return
    }
    try graph.deleteBatch(descriptor, includesSubclasses: includeSubclasses)
  }
}

extension ObjectGraph {
  func deleteBatch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, includesSubclasses: Bool
  ) throws {
    let table = try table(of: T.self)
    if let source = source(of: table), !source.canDeleteUnseen(table, for: self) {
      // Delete rules follow what is stored.
      let roots = tables.filter { $0.rootIndex == $0.index }
      try source.complete(roots.map(\.layout.type), for: self)
      readNews()
    }
    let plan = try FetchPlan(
      descriptor, coordinator.hierarchies, includesSubclasses: includesSubclasses
    ).current(descriptor, in: self)
    let match = PendingMatch(
      descriptor, plan, table, self, includesSubclasses: includesSubclasses)
    let selection = try selection(descriptor, plan, match, includesSubclasses: includesSubclasses)
    var batch: ((any DataStoreBatching) throws -> Void)?
    if !match.isRelevant {
      let request = DataStoreBatchDeleteRequest(
        editingState: editingState, predicate: descriptor.predicate,
        includeSubclasses: includesSubclasses)
      batch = { store in try store.delete(request) }
    }
    let tables = tables.filter { $0.store == table.store }
    let changes = try commitBatch(
      to: table.store, .sets, participation: .delete(batch),
      // New objects have no rows.
      settling: { unrecorded { for model in match.inserted { delete(model) } } }
    ) { transaction in
      var deletion = try BatchDeletion(transaction.connection, tables, transaction.history)
      transaction.changes = try deletion.run(selection, of: table)
      try coordinator.specify(&transaction.changes, on: transaction.connection)
    }
    postDidSave(SavedIdentifiers(changes, self), changes.historyTokens)
  }

  /// The rows of the objects that a fetch would give: what is not saved yet decides too, so that it
  /// makes no difference whether a save happened just before.
  private func selection<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>,
    _ plan: FetchPlan<T>,
    _ match: PendingMatch<T>,
    includesSubclasses: Bool
  ) throws -> BatchDeletion.Selection {
    func rowIDs(_ models: [any PersistentModel]) -> [Int64] {
      models.map { $0._$header.pointee.rowID }
    }
    guard plan.isConditionExact, !match.coversEverything else {
      let execution = try FetchExecution(
        descriptor, self, plan: plan, includesSubclasses: includesSubclasses)
      let found = try execution.objects()
      // Those that the next save would delete go at once, if they match.
      let doomed = pending.deletedModels.compactMap { $0 as? T }.filter {
        (includesSubclasses || type(of: $0) == T.self) && match.evaluate($0)
      }
      // Not those of other stores, which cannot be written.
      let store = try table(of: T.self).store
      return .rows(rowIDs((found + doomed).filter { self.table(of: $0).store == store }))
    }
    guard let condition = plan.countCondition else { return .everything }
    return .query(
      "SELECT t0._pk AS pk FROM \(plan.from) WHERE \(condition)",
      plan.countBindings,
      except: rowIDs(pending.changedModels.filter { $0 is T }),
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
