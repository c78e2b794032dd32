public import Foundation

extension ModelContext {
  /// Deletes all objects of a model that a predicate holds for, and what their delete rules take
  /// along, without loading them.
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
      for model in try FetchExecution(descriptor, graph).objects() { graph.delete(model) }
      return
    }
    try graph.deleteBatch(descriptor)
  }
}

extension ObjectGraph {
  func deleteBatch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws {
    let table = try table(of: T.self)
    // New objects have no rows.
    let pending = PendingMatch(descriptor, [], table, self)
    var stored = descriptor
    stored.includePendingChanges = false
    let rowIDs = try FetchExecution(stored, self).rowIDs()
    let event = try coordinator.commits.during {
      let event = try delete(rowIDs, table)
      for model in pending.inserted { delete(model) }
      merge(event)
      announce(event)
      return event
    }
    bringResultsUpToDate()
    context?.postDidSave(SavedIdentifiers(event, self))
  }

  private func delete(_ rowIDs: [Int64], _ table: GraphTable) throws -> SaveEvent {
    if rowIDs.isEmpty { return SaveEvent() }
    return try coordinator.stores[table.store].write { connection in
      var deletion = BatchDeletion(connection, tables)
      return try deletion.run(rowIDs, table, coordinator.stores[table.store].identifier)
    }
  }
}

extension SavedIdentifiers {
  init(_ event: SaveEvent, _ graph: ObjectGraph) {
    self.init()
    for (name, changes) in event.changes {
      guard let number = graph.coordinator.index(named: name) else { continue }
      let table = graph.tables[number]
      updated += changes.updated.map { table.identifier($0.rowID) }
      deleted += changes.deleted.map { table.identifier($0) }
    }
  }
}
