import Foundation

/// The file of a store, or its database in memory. Opens connections to it.
struct StoreFile {
  let configuration: ModelConfiguration
  /// The time to wait for a lock on the file that another connection holds, in seconds.
  let patience: TimeInterval

  init(_ configuration: ModelConfiguration, patience: TimeInterval = 10) {
    self.configuration = configuration
    self.patience = patience
  }

  var path: String {
    configuration.isStoredInMemoryOnly ? ":memory:" : configuration.url.path
  }

  var isWritable: Bool {
    configuration.allowsSave || configuration.isStoredInMemoryOnly
  }

  // MARK: Connections

  /// Opens the connection that writes, or reads if the store is read-only. If the file may be written,
  /// creates it and its directory if they do not exist.
  ///
  /// - Throws: ``SwiftDataError/loadIssueModelContainer``, ``SwiftDataError/storeFailure``.
  func connect() throws -> Connection {
    if configuration.isStoredInMemoryOnly {
      return try Self.open(path: path, settings, isShared: true)
    }
    let location = StoreLocation(path: path)
    let exists = try location.check(isWritable: configuration.allowsSave)
    if configuration.allowsSave {
      if !exists { try location.makeDirectory() }
      return try Self.open(path: path, settings, isShared: true)
    }
    return try Self.connect(toRead: path) { copy in
      try Self.open(path: path, copy: copy, settings, isShared: true)
    }
  }

  /// Opens a connection with the SQL functions of the store's statements.
  private static func open(
    path: String, copy: StoreCopy? = nil, _ options: ConnectionOptions = ConnectionOptions(),
    isShared: Bool
  ) throws -> Connection {
    let connection = try Connection(path: path, copy: copy, options, isShared: isShared)
    StampFunction.install(on: connection.handle)
    return connection
  }

  /// Opens a connection for reading.
  ///
  /// - Parameter copy: The copy that is read instead of the file; see ``Connection/copy``.
  func connectReader(_ copy: StoreCopy?) throws -> Connection {
    var settings = settings
    settings.isReadOnly = true
    let connection = try Self.open(path: path, copy: copy, settings, isShared: false)
    try tune(connection)
    return connection
  }

  /// Opens the database of a backup for reading only.
  static func connect(toBackup path: String) throws -> Connection {
    try Self.open(path: path, ConnectionOptions(isReadOnly: true), isShared: false)
  }

  /// Creates a database that no other connection uses. It is discarded after any failure, so it has no
  /// journal on disk.
  static func connect(toNew path: String) throws -> Connection {
    let connection = try Self.open(path: path, isShared: false)
    try connection.run("PRAGMA journal_mode = MEMORY")
    try connection.run("PRAGMA secure_delete = OFF")
    try connection.run("PRAGMA temp_store = MEMORY")
    try connection.run("PRAGMA recursive_triggers = ON")
    return connection
  }

  private var settings: ConnectionOptions {
    ConnectionOptions(isReadOnly: !isWritable, busyTimeout: patience)
  }

  /// Applies the settings of connections to a file.
  func tune(_ connection: Connection) throws {
    try connection.run("PRAGMA synchronous = NORMAL")
    try connection.run("PRAGMA secure_delete = OFF")
    try connection.run("PRAGMA cache_size = -16000")
    try connection.run("PRAGMA temp_store = MEMORY")
    // As many pages as the first part of the log's index holds, so readers still search one part only.
    // Pages that many saves write, above all those of the history, are copied to the file once for all
    // of these saves.
    try connection.run("PRAGMA wal_autocheckpoint = 4000")
  }

  // MARK: Contents

  /// Sets up a connection. An empty file keeps its rollback journal until ``keepLog(_:)``: what creates its tables
  /// writes them to the file itself, and not to a log beside it.
  ///
  /// - Returns: The file's metadata; nil if the file is empty.
  /// - Throws: ``SwiftDataError/loadIssueModelContainer``.
  func setUp(_ connection: Connection) throws -> StoreMetadata? {
    // With this setting, the triggers that count external files and index texts also run for rows that
    // REPLACE deletes.
    try connection.run("PRAGMA recursive_triggers = ON")
    // Before the first write: the file may belong to another program, or to a later version.
    let found = try StoreMetadata.read(on: connection)
    if !configuration.isStoredInMemoryOnly {
      if found != nil { try keepLog(connection) }
      try tune(connection)
    }
    return found
  }

  /// Switches the file to a write-ahead log, if it may be written.
  ///
  /// After reading the file's first page, SQLite does not wait for another connection that writes it:
  /// two such connections would wait for each other for ever. The other process may be in this function
  /// too, at the first launch of both. So this function releases its lock after a failure, and tries
  /// again.
  func keepLog(_ connection: Connection) throws {
    if !configuration.allowsSave || configuration.isStoredInMemoryOnly { return }
    let limit = Date.now + patience
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

  /// Opens the history of the store; nil if it keeps none, or has none and cannot be written.
  func openHistory(
    of entities: [StoreEntity], _ identifier: String, on connection: Connection,
    inStage: Bool = false
  ) throws -> StoreHistory? {
    if configuration.historyRetention == .none { return nil }
    // A file that is being migrated is opened again after the migration. Its history is created and
    // pruned then.
    let isWritable = isWritable && !inStage
    if isWritable {
      try HistoryTables.create(on: connection)
    } else if try !HistoryTables.exist(on: connection) {
      return nil
    }
    let history = try StoreHistory(
      identifier, entities, retention: configuration.historyRetention.age, on: connection)
    if isWritable { try history.pruneAtOpening(on: connection) }
    return history
  }

  /// Returns the reason why the store did not open.
  func loadIssue(_ error: SwiftDataError) -> SwiftDataError {
    switch error.code {
    case .loadIssueModelContainer, .migrationFailure, .backwardMigration, .unknownSchema,
      .invalidMigrationPlan:
      return error
    default: break
    }
    let diagnosis =
      configuration.isStoredInMemoryOnly
      ? nil : StoreLocation(path: path).diagnosis(ofWriting: configuration.allowsSave)
    return diagnosis ?? .loadIssueModelContainer.because(error.explanation)
  }
}
