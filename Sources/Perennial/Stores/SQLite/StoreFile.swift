import Foundation

/// The file of a store, or its database in memory: how it is opened, and brought to a schema.
struct StoreFile {
  let configuration: ModelConfiguration

  init(_ configuration: ModelConfiguration) { self.configuration = configuration }

  var path: String {
    configuration.isStoredInMemoryOnly ? ":memory:" : configuration.url.path
  }

  private var isWritable: Bool {
    configuration.allowsSave || configuration.isStoredInMemoryOnly
  }

  // MARK: Connections

  /// How long is waited for other programs that have the file locked, in seconds.
  private static let patience: TimeInterval = 10

  /// Opens the connection that writes, if anybody does. Makes the file, and its directory, if it is
  /// not there and may be written.
  ///
  /// - Throws: ``SwiftDataError/loadIssueModelContainer``, ``SwiftDataError/storeFailure``.
  func connect() throws -> Connection {
    if configuration.isStoredInMemoryOnly {
      return try Connection(path: path, settings, isShared: true)
    }
    let place = StorePlace(path: path)
    try place.check(isWritable: configuration.allowsSave)
    if configuration.allowsSave { try place.makeDirectory() }
    if configuration.allowsSave {
      return try Connection(path: path, settings, isShared: true)
    }
    return try Self.connect(toRead: path) { copy in
      try Connection(path: path, copy: copy, settings, isShared: true)
    }
  }

  /// Opens a connection to read by.
  ///
  /// - Parameter copy: The copy that is read in place of the file; see ``Connection/copy``.
  func connectReader(_ copy: StoreCopy?) throws -> Connection {
    var settings = settings
    settings.isReadOnly = true
    let connection = try Connection(path: path, copy: copy, settings, isShared: false)
    try tune(connection)
    return connection
  }

  /// Opens the database of a backup, of which nothing is changed.
  static func connect(toBackup path: String) throws -> Connection {
    try Connection(path: path, ConnectionOptions(isReadOnly: true), isShared: false)
  }

  /// Makes a database that nobody else knows of. If anything goes wrong it is thrown away, so it has no
  /// journal on disk.
  static func connect(toNew path: String) throws -> Connection {
    let connection = try Connection(path: path, isShared: false)
    try connection.run("PRAGMA journal_mode = MEMORY")
    try connection.run("PRAGMA secure_delete = OFF")
    try connection.run("PRAGMA temp_store = MEMORY")
    try connection.run("PRAGMA recursive_triggers = ON")
    return connection
  }

  private var settings: ConnectionOptions {
    ConnectionOptions(isReadOnly: !isWritable, busyTimeout: Self.patience)
  }

  private func tune(_ connection: Connection) throws {
    try connection.run("PRAGMA synchronous = NORMAL")
    try connection.run("PRAGMA secure_delete = OFF")
    try connection.run("PRAGMA cache_size = -16000")
    try connection.run("PRAGMA temp_store = MEMORY")
    // As many pages as the first part of the log's index holds: readers look in one place still, and
    // pages that many saves write, those of the history above all, go to the file once for all of them.
    try connection.run("PRAGMA wal_autocheckpoint = 4000")
  }

  // MARK: Contents

  /// Sets a connection up and sees to it that the file holds a schema.
  func prepare(
    _ connection: Connection, _ migration: StoreMigration
  ) throws -> (identifier: String, MigrationReport?) {
    let found = try setUp(connection)
    if found == nil {
      guard isWritable else {
        throw SwiftDataError.loadIssueModelContainer.because(
          "\(path) is not a store of this framework, and it is opened read-only")
      }
      try StoreMetadata.create(on: connection, migration.entities, version: migration.version)
    }
    return try migration.run(on: connection)
  }

  /// Sets a connection up.
  ///
  /// - Returns: What the file says of itself; nil if it is empty.
  /// - Throws: ``SwiftDataError/loadIssueModelContainer``.
  func setUp(_ connection: Connection) throws -> StoreMetadata? {
    // The triggers that keep account of files and texts learn of rows that REPLACE removes too.
    try connection.run("PRAGMA recursive_triggers = ON")
    // Before anything is written: the file may be another program's, or a later one's.
    let found = try StoreMetadata.read(on: connection)
    if !configuration.isStoredInMemoryOnly {
      if configuration.allowsSave { try keepLog(connection) }
      try tune(connection)
    }
    return found
  }

  /// Has the file keep a write-ahead log.
  ///
  /// SQLite does not wait for another program that writes the file's first page, which it has read itself
  /// then: if both waited, neither would let go. The other one may be here too, at the first launch of
  /// both. So this lets go, and tries again.
  private func keepLog(_ connection: Connection) throws {
    let limit = Date.now + Self.patience
    while true {
      do {
        try connection.run("PRAGMA journal_mode = WAL")
        return connection.removeLogAtEnd()
      } catch {
        guard connection.isLockedOut, Date.now < limit else { throw error }
        Thread.sleep(forTimeInterval: .random(in: 0.001...0.01))
      }
    }
  }

  /// Tells what ``prepare(_:_:)`` would do.
  ///
  /// - Throws: What opening throws before it looks at objects.
  static func rehearse(_ migration: StoreMigration) throws -> MigrationReport {
    let configuration = migration.configuration
    let isThere =
      !configuration.isStoredInMemoryOnly
      && FileManager.default.fileExists(atPath: configuration.url.path)
    guard isThere else { return MigrationReport(configuration) }
    let file = StoreFile(configuration)
    do {
      let connection = try file.connect()
      try file.tune(connection)
      var rehearsal = MigrationRehearsal(migration, on: connection)
      return try rehearsal.run()
    } catch let error as SwiftDataError {
      throw file.loadIssue(error)
    }
  }

  /// The history of the store; nil if it keeps none, or has none and cannot be written.
  func openHistory(
    of entities: [StoreEntity], _ identifier: String, on connection: Connection,
    inStage: Bool = false
  ) throws -> StoreHistory? {
    if configuration.historyRetention == .none { return nil }
    // A file that is being migrated is opened later.
    let isWritable = isWritable && !inStage
    if isWritable { try HistoryTables.create(on: connection) }
    guard try HistoryTables.exist(on: connection) else { return nil }
    let history = try StoreHistory(
      identifier, entities, retention: configuration.historyRetention.age, on: connection)
    if isWritable { try history.pruneAtOpening(on: connection) }
    return history
  }

  /// The reason why the store did not open.
  func loadIssue(_ error: SwiftDataError) -> SwiftDataError {
    switch error.code {
    case .loadIssueModelContainer, .migrationFailure, .backwardMigration, .unknownSchema,
      .invalidMigrationPlan:
      return error
    default: break
    }
    let diagnosis =
      configuration.isStoredInMemoryOnly
      ? nil : StorePlace(path: path).diagnosis(ofWriting: configuration.allowsSave)
    return diagnosis ?? .loadIssueModelContainer.because(error.explanation)
  }
}
