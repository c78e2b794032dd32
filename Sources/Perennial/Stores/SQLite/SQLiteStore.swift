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
  let writer: Connection
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
  private(set) var hasExternalStorage: Bool

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

  /// `true` for the store of a migration's stage.
  ///
  /// - Throws: ``SwiftDataError/migrationFailure`` if the migration is over.
  var isStage: Bool {
    get throws {
      guard let isStageRunning else { return false }
      guard isStageRunning.withLock(\.self), writer.isInTransaction else {
        throw SwiftDataError.migrationFailure.because(
          "\(path): the migration to which this context belongs is over; nothing was written")
      }
      return true
    }
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
