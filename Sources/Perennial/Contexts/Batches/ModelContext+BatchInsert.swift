extension ModelContext {
  /// Writes a new object for each value of a sequence, without keeping the objects.
  ///
  /// The result is the same as inserting all objects and saving. Properties have their defaults. An object
  /// whose unique value is taken updates the existing row, depending on the ``mergePolicy``. Counts and
  /// required relationships are checked, and inverses are updated. But an object lives only until its row
  /// is written, and only its key is kept, so that the sequence may be of any length. The insertion is one
  /// transaction, which is recorded in the history. All contexts, observers and live results are notified
  /// once. Neither a rollback nor an undo reverts the insertion. Unsaved changes of this context stay
  /// unsaved.
  ///
  /// ```swift
  /// let file = try context.existingModel(for: identifier) as? LogFile
  /// try context.insert(model: LogEntry.self, from: lines) { line in
  ///   LogEntry(line, file: file)
  /// }
  /// ```
  ///
  /// The block creates one object and does not insert it into a context. The object's to-one relationships
  /// may reference saved objects of this context or of another context of the container. Its to-many
  /// relationships have to be empty. The block may fetch. Other objects that it inserts into a context stay
  /// unsaved until the next save. The block itself cannot save, because the store is being written to while
  /// it runs.
  ///
  /// The insertion is atomic. If the block throws, the task is cancelled, or an object cannot be saved, the
  /// store stays unchanged, and the block's changes to objects of this context are undone. If there is a
  /// current `Progress`, the insertion reports how many of the sequence's `underestimatedCount` values are
  /// written, and stops when the progress is cancelled.
  ///
  /// Within ``transaction(block:)`` the objects are inserted as by ``insert(_:)``, with any relationships,
  /// and written with the transaction. So they can be in a custom store too, which supports no batch
  /// insertion otherwise.
  ///
  /// - Parameters:
  ///   - model: The class of the objects; the block may return objects of its subclasses.
  ///   - values: The values from which the objects are created. They are read one by one.
  ///   - make: A closure that creates the object of a value.
  /// - Returns: The number of objects that were created. The identifiers are in the notification
  ///   ``didSave`` and in the history.
  /// - Throws: Errors of the block. ``SwiftDataError/modelValidationFailure`` for an object that cannot be
  ///   saved, that references an unsaved object, or that the block has inserted into a context;
  ///   ``SwiftDataError/mergeConflict`` for a unique value that is taken, if the ``mergePolicy`` is
  ///   ``MergePolicy/error``; ``SwiftDataError/unsupportedFeature`` for a custom store, and if the block
  ///   saves; ``SwiftDataError/readOnlyStore``; ``SwiftDataError/unknownSchema``;
  ///   ``SwiftDataError/storeFailure``; `CancellationError`.
  @discardableResult
  public func insert<T: PersistentModel, Values: Sequence>(
    model: T.Type, from values: Values, _ make: (Values.Element) throws -> T
  ) throws -> Int {
    graph.mergeRemoteChanges()
    let table = try graph.table(of: T.self)
    if graph.transactionDepth == 0 { return try insertBatch(values, into: table, make) }
    var count = 0
    // A nested transaction, so that a failed insertion is undone if the program handles the error.
    try transaction {
      for value in values {
        graph.insert(try make(value))
        count += 1
      }
    }
    return count
  }
}

extension ModelContext {
  private func insertBatch<T: PersistentModel, Values: Sequence>(
    _ values: Values, into table: EntityTable, _ make: (Values.Element) throws -> T
  ) throws -> Int {
    var count = 0
    let changes: ChangeSet
    do {
      changes = try graph.restoring {
        try commitBatch(to: table.store) { transaction in
          var insertion = BatchInsertion(
            graph, store: table.store, connection: transaction.connection,
            history: transaction.history,
            expected: values.underestimatedCount)
          try BatchInsertScope.$isBeingMade.withValue(true) {
            for value in values { try insertion.add(try make(value)) }
          }
          (transaction.changes, transaction.upserts) = try insertion.finish()
          count = insertion.count
        }
      }
    } catch {
      // Discard uncommitted values that the block has fetched. A database in memory is read by the
      // connection that writes.
      if graph.coordinator.stores[table.store].isInMemory {
        graph.remoteChanges.merge(.unspecified)
      }
      throw error
    }
    if changes.isEmpty { return count }
    SavedIdentifiers(inserted: changes, graph).post(from: self, changes.historyTokens)
    return count
  }
}

extension SavedIdentifiers {
  /// Collects the objects that a batch has inserted, including upserted rows.
  fileprivate init(inserted event: ChangeSet, _ graph: ObjectGraph) {
    self.init()
    for (name, changes) in event.changes {
      guard let number = graph.coordinator.index(named: name) else { continue }
      inserted += changes.inserted.lazy.map(graph.tables[number].identifier)
    }
  }
}
