import Foundation
import GRDB
import GRDBSQLite

/// The default store: one SQLite file, or a database in memory.
///
/// There is one connection that writes. Contexts read through connections of their own (a file is
/// in WAL mode, so nobody waits for a writer); a database in memory has only the one connection,
/// which everybody shares.
// Sendable: constants, the mutex's pool, and a writer that is used under its own lock.
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
  private let hasExternalStorage: Bool

  var isInMemory: Bool { configuration.isStoredInMemoryOnly }
  var allowsSave: Bool { configuration.allowsSave }

  /// Opens a store; makes it if there is none, and migrates it if it has another schema.
  ///
  /// - Throws: ``SwiftDataError/loadIssueModelContainer``, which says why, and what a migration
  ///   throws.
  init(_ migration: StoreMigration, source: (any SnapshotSource)? = nil) throws {
    configuration = migration.configuration
    self.source = source
    isStageRunning = nil
    path = Self.path(of: configuration)
    do {
      if !configuration.isStoredInMemoryOnly, configuration.allowsSave {
        try Self.makeDirectory(of: configuration.url)
      }
      writer = try Self.connect(configuration)
      writer.files = ExternalFiles(writer)
      let (found, report) = try Self.prepare(writer, migration)
      (identifier, self.migration) = (source?.keys.storeIdentifier ?? found, report)
      (hierarchies, entities) = try Self.entities(migration.layouts, on: writer)
      history = try Self.openHistory(writer, configuration, entities, identifier)
      hasExternalStorage = try ExternalTables.exist(on: writer)
      if configuration.allowsSave, hasExternalStorage { writer.files?.sweepAll() }
    } catch let error as SwiftDataError {
      throw Self.loadIssue(error)
    }
  }

  /// Tells what opening the store would do to its file.
  ///
  /// - Throws: What opening throws before it looks at objects.
  static func rehearse(_ migration: StoreMigration) throws -> MigrationReport {
    let configuration = migration.configuration
    let isThere =
      !configuration.isStoredInMemoryOnly
      && FileManager.default.fileExists(atPath: configuration.url.path)
    guard isThere else { return MigrationReport(configuration) }
    do {
      let connection = try connect(configuration)
      try tune(connection)
      var rehearsal = MigrationRehearsal(migration, on: connection)
      return try rehearsal.run()
    } catch let error as SwiftDataError {
      throw loadIssue(error)
    }
  }

  private static func path(of configuration: ModelConfiguration) -> String {
    configuration.isStoredInMemoryOnly ? ":memory:" : configuration.url.path
  }

  private static func connect(_ configuration: ModelConfiguration) throws -> Connection {
    try checkSize(of: configuration)
    return try Connection(
      path: path(of: configuration), configuration: settings(configuration), isShared: true)
  }

  private static func loadIssue(_ error: SwiftDataError) -> SwiftDataError {
    switch error.code {
    case .loadIssueModelContainer, .migrationFailure, .backwardMigration, .unknownSchema: error
    default: .loadIssueModelContainer.because(error.explanation)
    }
  }

  /// The store of a file that is being migrated, for code of the program: it reads and writes inside
  /// the migration's transaction, by its connection.
  init(
    stageOf configuration: ModelConfiguration, layouts: [ModelLayout], identifier: String,
    on connection: Connection
  ) throws {
    self.configuration = configuration
    self.identifier = identifier
    (hierarchies, entities) = try Self.entities(layouts, on: connection)
    path = connection.path
    writer = connection
    migration = nil
    history = nil
    source = nil
    hasExternalStorage = entities.contains { $0.layout.properties.contains(where: \.isExternal) }
    isStageRunning = Guarded(true)
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

  private static func makeDirectory(of url: URL) throws {
    let directory = url.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    } catch {
      throw SwiftDataError.loadIssueModelContainer.because(
        "the directory \(directory.path) cannot be made: \(error.localizedDescription)")
    }
  }

  /// SQLite takes a file that is shorter than its own header for an empty one, and would overwrite
  /// it.
  private static func checkSize(of configuration: ModelConfiguration) throws {
    if configuration.isStoredInMemoryOnly { return }
    let path = configuration.url.path
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let size = attributes?[.size] as? Int, (1..<512).contains(size),
      attributes?[.type] as? FileAttributeType == .typeRegular
    else { return }
    throw SwiftDataError.loadIssueModelContainer.because(
      "\(path): The file is not a SQLite database. It has \(size) bytes and was left as it is.")
  }

  private static func settings(_ configuration: ModelConfiguration) -> Configuration {
    var settings = Configuration()
    settings.readonly = !configuration.allowsSave && !configuration.isStoredInMemoryOnly
    settings.busyMode = .timeout(10)
    settings.foreignKeysEnabled = true
    settings.label = "Perennial"
    return settings
  }

  /// Sets the connection up and sees to it that the file holds this schema.
  private static func prepare(
    _ connection: Connection, _ migration: StoreMigration
  ) throws -> (identifier: String, MigrationReport?) {
    let configuration = migration.configuration
    // The triggers that keep account of files and texts learn of rows that REPLACE removes too.
    try connection.run("PRAGMA recursive_triggers = ON")
    if !configuration.isStoredInMemoryOnly {
      if configuration.allowsSave { try connection.run("PRAGMA journal_mode = WAL") }
      try tune(connection)
    }
    if try StoreMetadata.read(on: connection) == nil {
      guard configuration.allowsSave || configuration.isStoredInMemoryOnly else {
        throw SwiftDataError.loadIssueModelContainer.because(
          "\(connection.path) is not a store of this framework, and it is opened read-only")
      }
      try StoreMetadata.create(on: connection, migration.entities, version: migration.version)
    }
    return try migration.run(on: connection)
  }

  private static func openHistory(
    _ connection: Connection, _ configuration: ModelConfiguration, _ entities: [StoreEntity],
    _ identifier: String
  ) throws -> StoreHistory? {
    if configuration.historyRetention == .none { return nil }
    let isWritable = configuration.allowsSave || configuration.isStoredInMemoryOnly
    if isWritable { try HistoryTables.create(on: connection) }
    guard try HistoryTables.exist(on: connection) else { return nil }
    let history = try StoreHistory(
      identifier, entities, retention: configuration.historyRetention.age, on: connection)
    if isWritable { try connection.transaction { try history.prune(on: connection) } }
    return history
  }

  private static func tune(_ connection: Connection) throws {
    try connection.run("PRAGMA synchronous = NORMAL")
    try connection.run("PRAGMA secure_delete = OFF")
    try connection.run("PRAGMA cache_size = -16000")
    try connection.run("PRAGMA temp_store = MEMORY")
    // As many pages as the first part of the log's index holds: readers look in one place still, and
    // pages that many saves write, those of the history above all, go to the file once for all of them.
    try connection.run("PRAGMA wal_autocheckpoint = 4000")
  }

  // MARK: Connections

  /// Lends a connection to read by. Give it back with ``takeBack(_:)``.
  func lendReader() throws -> Connection {
    if isInMemory || isStageRunning != nil { return writer }
    if let idle = readers.withLock({ $0.popLast() }) { return idle }
    var settings = Self.settings(configuration)
    settings.readonly = true
    let connection = try Connection(path: path, configuration: settings, isShared: false)
    try Self.tune(connection)
    return connection
  }

  func takeBack(_ connection: Connection) {
    guard connection !== writer else { return }
    readers.withLock { idle in
      if idle.count < 4 { idle.append(connection) }
    }
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
        "the custom store “\(configuration.name)” can only be written by saves and batch deletions")
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
      let (event, number, previous) = try isChecked ? write(enter) : writeUnchecked(enter)
      if let number { history?.remember(number, on: writer) }
      didCommit(event)
      return (number, previous)
    }
    // Not under the writer's lock: who is told of the transactions of others may save.
    if let number { history?.didCommit(number, after: previous) }
  }

  /// Empties every table.
  ///
  /// - Returns: The number of the transaction in the history.
  func erase() throws -> Int64? {
    let entered: (number: Int64, previous: Int64)? = try writeUnchecked { connection in
      for table in try StoreMetadata.tables(on: connection) {
        try connection.run("DELETE FROM \(SQLName.quoted(table))")
      }
      guard let history else { return nil }
      let entry = try HistoryWriter(history, on: connection)
      return (try entry.writeErasure(), entry.previous)
    }
    if let entered { history?.didCommit(entered.number, after: entered.previous) }
    return entered?.number
  }

  /// Removes the entities that the file has and the schema does not.
  func eraseRetiredEntities() throws -> [String] {
    let wanted = Set(entities.map(\.layout.entityName))
    let tables = Set(entities.map(\.layout.tableName))
    return try writeUnchecked { connection in
      let retired = try StoreMetadata.descriptions(on: connection).filter {
        !wanted.contains($0.name)
      }
      // Of a class whose hierarchy goes on the objects go, and the columns stay.
      let (classes, others) = (
        retired.filter { tables.contains($0.table) }, retired.filter { !tables.contains($0.table) }
      )
      let emptied = try StoreMetadata.empty(classes, on: connection)
      for entity in others { try StoreMetadata.remove(entity, on: connection) }
      return emptied + others.map(\.name)
    }
  }

  var readOnlyError: SwiftDataError {
    .readOnlyStore.because("\(path) was opened with allowsSave: false; nothing was written")
  }
}
