/// One write transaction of a store.
///
/// Only ``StoreCoordinator/commit(_:by:settling:_:)`` begins and ends transactions. From its beginning to
/// ``end()`` no other context of the container writes to the store.
final class StoreTransaction {
  /// The kind of writes of a transaction.
  enum Kind {
    /// Rows one by one, under SQLite's foreign keys.
    case rows
    /// Rows in sets, and whole tables, without SQLite's foreign keys. Its block leaves no dangling reference.
    case sets
    /// A restored copy replaces all contents. Its block writes nothing.
    case replacement(StagedStore)
  }

  private enum State {
    case open, committed, rolledBack
  }

  let store: SQLiteStore
  let connection: Connection
  /// The changes of the transaction.
  var changes = ChangeSet()
  /// The keys of inserted objects that are existing rows.
  var upserts: Set<Int64> = []
  /// `true` to roll the transaction back instead of committing it. No context is notified of it.
  var isDryRun = false
  /// Enters the transaction in the history; nil if the store keeps no history, and in a preview.
  private(set) var history: HistoryWriter?
  /// The numbers of the transaction and of the one before it in the history; nil before the commit.
  private(set) var entry: (number: Int64, previous: Int64)?
  private let scope: any TransactionScope
  private let isSets: Bool
  private var state = State.open

  var isCommitted: Bool { state == .committed }

  /// Begins a transaction.
  ///
  /// - Parameters:
  ///   - cause: The cause of the changes. In the stage of a migration, the migration is the cause.
  ///   - keepsHistory: `false` to leave the transaction out of the history.
  /// - Throws: ``SwiftDataError/readOnlyStore``; ``SwiftDataError/storeFailure``;
  ///   ``SwiftDataError/unsupportedFeature`` if a block of the program writes while it runs in a
  ///   transaction.
  init(
    _ store: SQLiteStore, _ kind: Kind, _ cause: TransactionCause = .user,
    keepsHistory: Bool = true
  ) throws {
    self.store = store
    connection = store.writer
    if case .sets = kind { isSets = true } else { isSets = false }
    guard store.allowsSave else { throw store.readOnlyError }
    connection.lock()
    do {
      try store.checkIsIdle()
      switch kind {
      case .rows: scope = try RowScope(store, checksReferences: true)
      case .sets: scope = try RowScope(store, checksReferences: false)
      case .replacement(let staged): scope = try ReplacementScope(store, staged)
      }
    } catch {
      connection.unlock()
      throw error
    }
    if let replacement = scope as? ReplacementScope {
      changes = .restoration
      entry = replacement.entry
    } else if keepsHistory, let history = store.history {
      do {
        self.history = try HistoryWriter(
          history, store.isStage ? .migration : cause, on: connection)
      } catch {
        rollback()
        end()
        throw error
      }
    }
  }

  /// Runs a block with the same connection, and rolls its changes back.
  ///
  /// - Returns: The changes that the block made.
  func preview(_ body: (StoreTransaction) throws -> Void) throws -> ChangeSet {
    let former = (changes, upserts, history)
    history = nil
    defer { (changes, upserts, history) = former }
    // If the block throws, the whole transaction is rolled back.
    let preview = try Transaction(.savepoint, on: connection)
    try body(self)
    try preview.rollback()
    // A device that the block has drawn is rolled back too.
    store.clock.end(isCommitted: false, on: connection)
    return changes
  }

  /// Enters the changes in the history, and commits. Rolls a dry run back.
  func commit(author: String?) throws {
    if isDryRun { return rollback() }
    changes.author = author
    if let history {
      let number =
        changes.isErasure
        ? try history.writeErasure()
        : try history.enter(changes, upserts: upserts, author: author)
      entry = number.map { ($0, history.previous) }
    }
    if !(scope is ReplacementScope) { try stamp() }
    try scope.commit()
    state = .committed
    store.clock.end(isCommitted: true, on: connection)
    guard let entry else { return }
    changes.transactions[store.identifier] = entry.number
    store.history?.didCommit(entry.number, after: entry.previous, on: connection)
  }

  /// Stamps the deletions of presets that triggers have noted, and records the clock if the history does not
  /// have it.
  private func stamp() throws {
    let mayDelete = isSets || changes.changes.values.contains { !$0.deleted.isEmpty }
    if mayDelete { try PresetTables.stampDeletions(on: connection) }
    if entry == nil { try store.clock.record(on: connection) }
  }

  /// Rolls the transaction back if it is not committed.
  func rollback() {
    guard state == .open else { return }
    state = .rolledBack
    scope.rollback()
    store.clock.end(isCommitted: false, on: connection)
  }

  /// Ends the transaction. Other contexts can write again.
  func end() {
    scope.end()
    connection.unlock()
  }
}

/// SQLite's part of a transaction.
protocol TransactionScope {
  func commit() throws
  func rollback()
  /// Restores the connection's former settings.
  func end()
}
