import Foundation

/// The default store: one SQLite file, or a database in memory.
///
/// There is one connection that writes. Contexts read through connections of their own (a file is
/// in WAL mode, so nobody waits for a writer); a database in memory has only the one connection,
/// which everybody shares.
// Sendable: constants, the mutex's pool, a writer that is used under its own lock, and what belongs to
// whoever has that.
final class SQLiteStore: @unchecked Sendable {
  let configuration: ModelConfiguration
  let entities: [StoreEntity]
  let hierarchies: ClassHierarchies
  /// The identifier that the file was given when it was made.
  let identifier: String
  let path: String
  private let writer: Connection
  private let readers = Guarded<[Connection]>([])
  /// What was done to the file when it was opened; nil if it had the schema already.
  let migration: MigrationReport?
  /// Nil but for the store of code that runs in a migration; false when that is over.
  private let isStageRunning: Guarded<Bool>?

  /// The store's history; nil if it keeps none, or has none and cannot be written.
  let history: StoreHistory?

  /// Where the rows come from and go to, if this is the mirror of a custom store.
  let source: (any SnapshotSource)?

  /// Whether the file has, or had, values in files beside it.
  // Once the store is made, used by whoever has the writer for himself.
  private var hasExternalStorage: Bool

  /// How the file is brought to the schema of the container; nil for a migration's stage.
  let plannedMigration: StoreMigration?

  var isInMemory: Bool { configuration.isStoredInMemoryOnly }

  /// The history by which is found what others have written to the store's file. No other process writes
  /// to a store in memory, to one that is being migrated, or to a copy that is read.
  var sharedHistory: StoreHistory? {
    isInMemory || isStageRunning != nil || writer.copy != nil ? nil : history
  }
  var allowsSave: Bool { configuration.allowsSave }

  /// Opens a store; makes it if there is none, and migrates it if it has another schema.
  ///
  /// - Throws: ``SwiftDataError/loadIssueModelContainer``, which says why, and what a migration
  ///   throws.
  init(_ migration: StoreMigration, source: (any SnapshotSource)? = nil) throws {
    configuration = migration.configuration
    plannedMigration = migration
    self.source = source
    isStageRunning = nil
    let file = StoreFile(configuration)
    path = file.path
    do {
      writer = try file.connect()
      writer.files = ExternalFiles(writer)
      let (found, report) = try file.prepare(writer, migration)
      (identifier, self.migration) = (source?.keys.storeIdentifier ?? found, report)
      (hierarchies, entities) = try Self.entities(migration.layouts, on: writer)
      history = try file.openHistory(of: entities, identifier, on: writer)
      hasExternalStorage = try ExternalTables.exist(on: writer)
      if configuration.allowsSave, hasExternalStorage { writer.files?.sweepAll(isWaiting: false) }
    } catch let error as SwiftDataError {
      throw file.loadIssue(error)
    }
  }

  /// The store of a file that is being migrated, for code of the program: it reads and writes inside
  /// the migration's transaction, by its connection.
  ///
  /// - Parameter remaining: The names of the entities that the migration leads to. What code does to
  ///   others is not in the history, whose readers would not know them.
  init(
    stageOf configuration: ModelConfiguration, layouts: [ModelLayout], identifier: String,
    remaining: Set<String>, on connection: Connection
  ) throws {
    self.configuration = configuration
    plannedMigration = nil
    self.identifier = identifier
    (hierarchies, entities) = try Self.entities(layouts, on: connection)
    path = connection.path
    writer = connection
    migration = nil
    history = try StoreFile(configuration).openHistory(
      of: entities.filter { remaining.contains($0.layout.entityName) }, identifier, on: connection,
      inStage: true)
    source = nil
    hasExternalStorage = entities.contains { $0.layout.properties.contains(where: \.isExternal) }
    isStageRunning = Guarded(true)
  }

  deinit {
    // SQLite moves the log to the file and removes it when the last connection is closed. That has to be
    // one that can write: a connection that reads, closed behind it, would leave the log.
    readers.withLock { $0 = [] }
  }

  /// The entities of a schema in a file that may have more.
  private static func entities(
    _ layouts: [ModelLayout], on connection: Connection
  ) throws -> (ClassHierarchies, [StoreEntity]) {
    let strangers = try StoreMetadata.inheritingEntities(on: connection).mapValues { names in
      names.filter { name in !layouts.contains { $0.entityName == name } }
    }
    let hierarchies = ClassHierarchies(layouts, strangers: strangers)
    return (hierarchies, layouts.map { StoreEntity($0, hierarchies) })
  }

  /// Whoever kept something of a migration's stage cannot write by it any more.
  func endStage() { isStageRunning?.withLock { $0 = false } }

  // MARK: Connections

  /// Lends a connection to read by. Give it back with ``takeBack(_:)``.
  func lendReader() throws -> Connection {
    if isInMemory || isStageRunning != nil { return writer }
    if let idle = readers.withLock({ $0.popLast() }) { return idle }
    return try connectReader()
  }

  /// Opens a connection to read by, for one alone. Not for a store in memory.
  func connectReader() throws -> Connection {
    try StoreFile(configuration).connectReader(writer.copy)
  }

  func takeBack(_ connection: Connection) {
    guard connection !== writer else { return }
    readers.withLock { idle in
      if idle.count < 4 { idle.append(connection) }
    }
  }

  /// Runs a block with the connection that writes, while nobody else uses it.
  func exclusively<Result>(_ body: (Connection) throws -> Result) rethrows -> Result {
    try writer.exclusively { try body(writer) }
  }

  /// Runs a block in the one writing transaction.
  func write<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    guard allowsSave else { throw readOnlyError }
    return try writer.exclusively { try keepingFiles { try body(writer) } }
  }

  /// In a transaction; in a stage of a migration, in the migration's.
  private func atomically<Result>(_ body: () throws -> Result) throws -> Result {
    guard let isStageRunning else { return try writer.transaction(body) }
    guard isStageRunning.withLock(\.self), writer.isInTransaction else {
      throw SwiftDataError.migrationFailure.because(
        "\(path): the migration to which this context belongs is over; nothing was written")
    }
    return try writer.savepoint(body)
  }

  /// Runs a block in the one writing transaction, without SQLite's foreign keys: rows are deleted
  /// in sets, and tables emptied at a stroke. The block sees to it that no reference dangles.
  func writeUnchecked<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    guard allowsSave else { throw readOnlyError }
    return try writer.exclusively {
      try writer.withoutForeignKeys { try keepingFiles { try body(writer) } }
    }
  }

  /// Runs a block in a transaction, with the files that its rows come to name, or cease to.
  private func keepingFiles<Result>(_ body: () throws -> Result) throws -> Result {
    guard let files = writer.files, hasExternalStorage else { return try atomically(body) }
    files.begin()
    do {
      let result = try atomically {
        let result = try body()
        try files.settle()
        return result
      }
      if isStageRunning == nil { files.sweep() }
      return result
    } catch {
      files.abandon()
      throw error
    }
  }

  /// Runs a block in the one writing transaction, and enters in the history what the block says that
  /// it did.
  ///
  /// - Parameters:
  ///   - isChecked: Whether SQLite looks after foreign keys; see ``writeUnchecked(_:)``.
  ///   - isMirroring: Whether the store of this mirror gets the same changes.
  ///   - didCommit: Is given what was done, with the number of the transaction, before the next one
  ///     may write. Runs no code of the program.
  ///   - body: Returns what it did, and the keys of those inserted objects that were rows before.
  func save(
    author: String?, isChecked: Bool = true, isMirroring: Bool = false,
    didCommit: (SaveEvent) -> Void,
    _ body: (Connection, HistoryWriter?) throws -> (SaveEvent, Set<Int64>)
  ) throws {
    if source != nil, !isMirroring {
      throw SwiftDataError.unsupportedFeature.because(
        """
        the custom store “\(configuration.name)” can only be written by saves and batch deletions; \
        within transaction(block:) other batches are part of its save
        """)
    }
    func enter(
      on connection: Connection
    ) throws -> (SaveEvent, number: Int64?, previous: Int64) {
      guard let history else { return (try body(connection, nil).0, nil, 0) }
      let writer = try HistoryWriter(history, on: connection)
      var (event, upserts) = try body(connection, writer)
      event.author = author
      let number = try history.enter(event, upserts: upserts, author: author, by: writer)
      if let number { event.transactions[identifier] = number }
      return (event, number, writer.previous)
    }
    let (number, previous) = try writer.exclusively {
      try checkIsIdle()
      let (event, number, previous) = try isChecked ? write(enter) : writeUnchecked(enter)
      if let number { history?.remember(number, on: writer) }
      didCommit(event)
      return (number, previous)
    }
    // Not under the writer's lock: who is told of the transactions of others may save.
    if let number { history?.didCommit(number, after: previous) }
  }

  /// Whoever writes may call the program, which must not write in between.
  func checkIsIdle() throws {
    guard isStageRunning == nil, writer.exclusively({ writer.isInTransaction }) else { return }
    throw SwiftDataError.unsupportedFeature.because(
      """
      \(path) was to be written to by the block of a batch insertion, which is what is writing to it; \
      save before the batch, or after it
      """)
  }

  /// Other contents have taken the place of what there was.
  ///
  /// - Parameter number: That of the transaction, if there is a history.
  func didReplaceContents(in number: Int64?) throws {
    // First: what another process commits before this would be taken for known.
    if let number { history?.remember(number, on: writer) }
    hasExternalStorage = try ExternalTables.exist(on: writer)
  }

  var readOnlyError: SwiftDataError {
    .readOnlyStore.because("\(path) was opened with allowsSave: false; nothing was written")
  }
}
