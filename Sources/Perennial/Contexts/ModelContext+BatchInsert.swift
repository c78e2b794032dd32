extension ModelContext {
  /// Writes a new object for each value of a sequence, without keeping the objects.
  ///
  /// This does what it would to insert all of them and save: properties have their defaults, unique
  /// values that are taken update the rows that have them, as the ``mergePolicy`` says, counts and
  /// required relationships are checked, and the other sides of relationships follow. But an object
  /// lives only until its row is written, so that the sequence may be of any length; what is kept of
  /// each is its key. It is one transaction, which is in the history, and of which all contexts,
  /// observers and live results are told once; neither a rollback nor an undo takes it back. Changes
  /// of this context that are not saved stay so.
  ///
  /// ```swift
  /// let file = try context.existingModel(for: identifier) as? LogFile
  /// try context.insert(model: LogEntry.self, from: lines) { line in
  ///   LogEntry(line, file: file)
  /// }
  /// ```
  ///
  /// The block makes one object and leaves it outside of all contexts. Its to-one relationships may
  /// lead to objects that are saved, of this context or of another one of the container; its to-many
  /// relationships have to be empty. The block may fetch, and what it inserts into a context besides
  /// waits for a save; it cannot save itself, because the store is being written to while it runs.
  ///
  /// All of it happens, or nothing: if the block throws, the task is cancelled, or an object cannot be
  /// saved, the store is as it was, and what the block did to objects of this context is undone. To a
  /// current `Progress` it reports how many of the sequence's `underestimatedCount` are written, and
  /// stops if that is cancelled.
  ///
  /// Within ``transaction(block:)`` the objects are inserted as by ``insert(_:)``, whatever they lead
  /// to, and written with the transaction. So they can be in a custom store too, which cannot be
  /// written to otherwise.
  ///
  /// - Parameters:
  ///   - model: The class of the objects; the block may give objects of its subclasses.
  ///   - values: What the objects are made of. They are read one by one.
  ///   - make: Makes the object of a value.
  /// - Returns: How many objects were made. The identifiers are in the notification ``didSave`` and in
  ///   the history.
  /// - Throws: What the block throws. ``SwiftDataError/modelValidationFailure`` for an object that may
  ///   not be saved as it is, that leads to one that is not saved, or that the block has put into a
  ///   context; ``SwiftDataError/mergeConflict`` for a unique value that is taken, if that is the
  ///   ``mergePolicy``; ``SwiftDataError/unsupportedFeature`` for a custom store, and if the block
  ///   saves; ``SwiftDataError/readOnlyStore``; ``SwiftDataError/unknownSchema``;
  ///   ``SwiftDataError/storeFailure``; `CancellationError`.
  @discardableResult
  public func insert<T: PersistentModel, Values: Sequence>(
    model: T.Type, from values: Values, _ make: (Values.Element) throws -> T
  ) throws -> Int {
    graph.readNews()
    let table = try graph.table(of: T.self)
    if graph.transactionDepth == 0 { return try graph.insertBatch(values, into: table, make) }
    var count = 0
    // A transaction of its own, in case that the program goes on after an error.
    try transaction {
      for value in values {
        graph.insert(try make(value))
        count += 1
      }
    }
    return count
  }
}

extension ObjectGraph {
  fileprivate func insertBatch<T: PersistentModel, Values: Sequence>(
    _ values: Values, into table: GraphTable, _ make: (Values.Element) throws -> T
  ) throws -> Int {
    var count = 0
    let changes: ChangeSet
    do {
      changes = try restoring {
        try commitBatch(to: table.store) { transaction in
          var insertion = BatchInsertion(
            self, table.store, transaction.connection, transaction.history,
            expected: values.underestimatedCount)
          try Draft.$isBeingMade.withValue(true) {
            for value in values { try insertion.add(try make(value)) }
          }
          (transaction.changes, transaction.upserts) = try insertion.finish()
          count = insertion.count
        }
      }
    } catch {
      if coordinator.stores[table.store].isInMemory { forgetUncommitted() }
      throw error
    }
    if changes.isEmpty { return count }
    postDidSave(SavedIdentifiers(inserted: changes, self), changes.historyTokens)
    return count
  }

  /// A database in memory is read by the connection that writes: what the block has fetched may
  /// have been what is not there now.
  private func forgetUncommitted() { merge(.unspecified) }
}

extension SavedIdentifiers {
  /// The objects that a batch has inserted, rows included that they turned out to be.
  fileprivate init(inserted event: ChangeSet, _ graph: ObjectGraph) {
    self.init()
    for (name, changes) in event.changes {
      guard let number = graph.coordinator.index(named: name) else { continue }
      inserted += changes.inserted.lazy.map(graph.tables[number].identifier)
    }
  }
}
