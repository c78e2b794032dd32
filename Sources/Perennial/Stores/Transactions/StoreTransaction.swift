/// One write transaction of a store.
///
/// Only ``StoreCoordinator/commit(_:by:settling:_:)`` begins and ends transactions. From its beginning to
/// ``end()`` no other context of the container writes to the store.
///
/// Sync also reads a store through this class: in a read transaction, which cannot write.
package final class StoreTransaction {
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
    case waiting, open, committed, rolledBack
  }

  let store: SQLiteStore
  /// The number of the store in its container.
  package let number: Int
  package let connection: Connection
  /// `true` if the transaction can only read.
  package let isReadOnly: Bool
  /// The entities of the container.
  package let entities: StoreEntities
  /// The changes of the transaction.
  package var changes = ChangeSet()
  /// The keys of inserted objects that are existing rows.
  var upserts: Set<Int64> = []
  /// A closure that is called before a new object is written as an existing row.
  var willUpsert: ((FoundRow) -> Void)?
  /// Enters the transaction in the history; nil if the store keeps no history, and in a preview.
  package private(set) var history: HistoryWriter?
  /// The numbers of the transaction and of the one before it in the history; nil before the commit.
  private(set) var entry: (number: Int64, previous: Int64)?
  private let hasFollowers: () -> Bool
  private var scope: (any TransactionScope)?
  /// The files that the commit sweeps; nil if there are none, and in the stage of a migration, where the
  /// transaction is a savepoint.
  private var sweptFiles: ExternalFiles?
  private var isSets = false
  private var isLocked = false
  private var state = State.waiting

  var isCommitted: Bool { state == .committed }

  /// `true` if the history, another context or an observer needs the changes.
  var isFollowed: Bool { history != nil || store.isMirror || hasFollowers() }

  /// Creates a transaction that has not begun.
  ///
  /// - Parameters:
  ///   - number: The number of the store in its container.
  ///   - entities: The entities of the container.
  ///   - hasFollowers: A closure that returns `true` if another context or an observer needs the changes.
  init(
    _ store: SQLiteStore, number: Int, entities: StoreEntities,
    hasFollowers: @escaping () -> Bool
  ) {
    (self.store, self.number, self.entities) = (store, number, entities)
    self.hasFollowers = hasFollowers
    connection = store.writer
    isReadOnly = false
  }

  /// Creates the view of a read transaction, which the caller begins and ends.
  ///
  /// - Parameters:
  ///   - number: The number of the store in its container.
  ///   - entities: The entities of the container.
  ///   - connection: The connection with the read transaction.
  init(
    reading store: SQLiteStore, number: Int, entities: StoreEntities, on connection: Connection
  ) {
    (self.store, self.number, self.entities) = (store, number, entities)
    self.connection = connection
    hasFollowers = { false }
    isReadOnly = true
  }

  /// Begins the transaction. The caller calls ``rollback()`` if this throws, and ``end()`` in any case.
  ///
  /// - Parameters:
  ///   - cause: The cause of the changes. In the stage of a migration, the migration is the cause.
  ///   - keepsHistory: `false` to leave the transaction out of the history.
  /// - Throws: ``SwiftDataError/readOnlyStore``; ``SwiftDataError/storeFailure``;
  ///   ``SwiftDataError/unsupportedFeature`` if a block of the program writes while it runs in a
  ///   transaction.
  func begin(_ kind: Kind, _ cause: TransactionCause, keepsHistory: Bool) throws {
    guard store.allowsSave else { throw store.readOnlyError }
    if cause == .remote { store.waiting.letOthersBegin() }
    store.waiting.wait { connection.lock() }
    isLocked = true
    try store.checkIsIdle()
    if case .replacement(let staged) = kind {
      let replacement = try ReplacementScope(store, staged)
      (scope, state) = (replacement, .open)
      (changes, entry) = (.restoration, replacement.entry)
      return
    }
    if case .sets = kind { isSets = true }
    let isStage = try store.isStage
    let files = store.hasExternalStorage ? connection.files : nil
    scope = try Transaction(
      isStage ? .savepoint : .writing, on: connection, checksReferences: !isSets, files: files)
    state = .open
    store.clock.begin(on: connection)
    if !isStage { sweptFiles = files }
    if !isStage, !store.isMirror { try adoptOtherPrograms() }
    if keepsHistory, let history = store.history {
      self.history = try HistoryWriter(history, isStage ? .migration : cause, on: connection)
    }
  }

  /// Makes what other programs have written to presets edits of the user. A store without a history has no entry of it.
  private func adoptOtherPrograms() throws {
    guard let history = store.history else {
      _ = try PresetEditNotes.adopt(on: connection)
      return
    }
    if try history.adoptOtherPrograms() { store.clock.stampAnew() }
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
    try entities.specify(&changes, on: connection)
    try preview.rollback()
    // A device that the block has drawn is rolled back too.
    store.clock.end(isCommitted: false, on: connection)
    return changes
  }

  /// Enters the changes in the history, and commits.
  func commit(author: String?) throws {
    changes.author = author
    if let history {
      let number = try history.enter(changes, upserts: upserts, author: author)
      entry = number.map { ($0, history.previous) }
    }
    if !changes.isRestoration { try stamp() }
    try scope?.commit()
    // It reads the file: what others have committed meanwhile would count as known.
    defer { sweptFiles?.sweep() }
    state = .committed
    store.clock.end(isCommitted: true, on: connection)
    guard let entry else {
      if let history { store.history?.remember(history.previous) }
      return
    }
    changes.transactions[store.identifier] = entry.number
    store.history?.didCommit(entry.number, after: entry.previous)
  }

  /// Stamps the deletions of presets that triggers have noted, and records the clock if the history does not
  /// have it.
  private func stamp() throws {
    let mayDelete = isSets || changes.changes.values.contains { !$0.deleted.isEmpty }
    if mayDelete { try PresetTables.stampDeletions(on: connection) }
    try store.clock.record(isInHistory: entry != nil, on: connection)
  }

  /// Rolls the transaction back if it is not committed.
  func rollback() {
    guard state == .open else { return }
    state = .rolledBack
    try? scope?.rollback()
    store.clock.end(isCommitted: false, on: connection)
  }

  /// Ends the transaction. Other contexts can write again.
  func end() {
    scope?.end()
    // A copy that has failed ends with its scope, before anything else is written to the store.
    scope = nil
    if isLocked { connection.unlock() }
  }

  // MARK: Erasing

  /// Empties every table.
  func erase() throws {
    for table in try StoreMetadata.tables(on: connection) {
      try connection.run("DELETE FROM \(SQLName.quoted(table))")
    }
    try PresetTables.clear(on: connection)
    try ImportTables.clear(on: connection)
    changes = .erasure
  }

  /// Removes the entities that the file has and the schema does not.
  ///
  /// - Returns: The names of the removed entities.
  func eraseRetiredEntities() throws -> [String] {
    let wanted = Set(store.entities.map(\.layout.entityName))
    let tables = Set(store.entities.map(\.layout.tableName))
    let retired = try StoreMetadata.descriptions(on: connection).filter {
      !wanted.contains($0.name)
    }
    // A retired class of a remaining hierarchy loses its rows. Its columns stay.
    let (classes, others) = (
      retired.filter { tables.contains($0.table) }, retired.filter { !tables.contains($0.table) }
    )
    let emptied = try StoreMetadata.empty(classes, on: connection)
    for entity in others { try StoreMetadata.remove(entity, on: connection) }
    return emptied + others.map(\.name)
  }
}

/// SQLite's part of a transaction.
protocol TransactionScope {
  func commit() throws
  func rollback() throws
  /// Restores the connection's former settings.
  func end()
}

extension Transaction: TransactionScope {}
