import Foundation

/// The default store: one SQLite file, or a database in memory.
///
/// One connection writes. Contexts read through connections of their own. A file is in WAL mode, so
/// readers do not wait for a writer. A database in memory has a single connection, which all contexts
/// share.
// Sendable: constants, a pool behind a mutex, a writer that is used under its own lock, and
// `hasExternalStorage`, which only the thread with the writer's lock uses.
final class SQLiteStore: @unchecked Sendable {
  let configuration: ModelConfiguration
  let entities: [StoreEntity]
  let hierarchies: ClassHierarchies
  /// The identifier that the file was given when it was created.
  let identifier: String
  let path: String
  let writer: Connection
  let waiting = WaitingTransactions()
  let clock: StoreClock
  private let readers = Guarded<[Connection]>([])
  /// A Boolean value that indicates whether the migration's stage of this store is running; nil for
  /// other stores.
  private let isStageRunning: Guarded<Bool>?

  /// The store's history; nil if it keeps none, or has none and cannot be written.
  let history: StoreHistory?

  /// The keys of the objects, if this is the mirror of a custom store.
  let keys: IdentifierMap?

  /// A Boolean value that indicates whether the file has, or had, values in files beside it.
  // After the initialiser, only the thread with the writer's lock uses this property.
  private(set) var hasExternalStorage: Bool

  /// `true` if the store is the mirror of a custom store.
  var isMirror: Bool { keys != nil }
  var isInMemory: Bool { configuration.isStoredInMemoryOnly }

  /// The history in which the changes of other processes are found; nil if there can be none. No other
  /// process writes to a store in memory, to a store that is being migrated, or to a copy that is read.
  var sharedHistory: StoreHistory? {
    isInMemory || isStageRunning != nil || writer.copy != nil ? nil : history
  }
  var allowsSave: Bool { configuration.allowsSave }

  /// Creates the store of a file that has the tables of the given models.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the file, or of the custom store whose mirror this is.
  ///   - writer: The connection that writes to the file.
  init(
    _ file: StoreFile, _ layouts: [ModelLayout], identifier: String, on writer: Connection,
    keys: IdentifierMap? = nil
  ) throws {
    configuration = file.configuration
    path = file.path
    self.identifier = identifier
    self.writer = writer
    self.keys = keys
    isStageRunning = nil
    clock = StoreClock(path: configuration.isStoredInMemoryOnly ? nil : path)
    // After a migration, whose stages have clocks of their own.
    writer.clock = clock
    (hierarchies, entities) = try Self.entities(layouts, on: writer)
    history = try file.openHistory(of: entities, identifier, on: writer)
    hasExternalStorage = try ExternalTables.exist(on: writer)
    if configuration.allowsSave, hasExternalStorage { writer.files?.sweepAll(isWaiting: false) }
  }

  /// Creates the store of a file that is being migrated, for the program's code in a migration stage.
  /// It reads and writes inside the migration's transaction, by its connection.
  ///
  /// - Parameter remaining: The names of the entities that remain after the migration. The history
  ///   leaves out changes to other entities, which its readers would not know.
  init(
    stageOf configuration: ModelConfiguration, layouts: [ModelLayout], identifier: String,
    remaining: Set<String>, on connection: Connection
  ) throws {
    self.configuration = configuration
    self.identifier = identifier
    (hierarchies, entities) = try Self.entities(layouts, on: connection)
    path = connection.path
    writer = connection
    clock = StoreClock(path: configuration.isStoredInMemoryOnly ? nil : connection.path)
    connection.clock = clock
    history = try StoreFile(configuration).openHistory(
      of: entities.filter { remaining.contains($0.layout.entityName) }, identifier, on: connection,
      inStage: true)
    keys = nil
    hasExternalStorage = entities.contains { $0.layout.properties.contains(where: \.isExternal) }
    isStageRunning = Guarded(true)
  }

  deinit {
    // SQLite copies the log to the file and removes it when the last connection is closed. That must be
    // a connection that can write. If a reading connection were closed last, the log would stay.
    readers.value = []
  }

  /// Returns the entities of a schema in a file that may have more entities.
  private static func entities(
    _ layouts: [ModelLayout], on connection: Connection
  ) throws -> (ClassHierarchies, [StoreEntity]) {
    let unknownSubentities = try StoreMetadata.inheritingEntities(on: connection).mapValues {
      names in
      names.filter { name in !layouts.contains { $0.entityName == name } }
    }
    let hierarchies = ClassHierarchies(layouts, unknownSubentities: unknownSubentities)
    return (hierarchies, layouts.map { StoreEntity($0, hierarchies) })
  }

  /// Ends the migration's stage. Contexts that the program has kept can no longer write to this store.
  func endStage() { isStageRunning?.value = false }

  // MARK: Connections

  /// Returns a connection for reading. The caller returns it with ``takeBack(_:)``.
  func lendReader() throws -> Connection {
    if isInMemory || isStageRunning != nil { return writer }
    if let idle = readers.withLock({ $0.popLast() }) { return idle }
    return try connectReader()
  }

  /// Runs a block that reads little. The block gets the writing connection if no other thread uses it: to open another
  /// one takes longer.
  ///
  /// - Throws: The errors of ``lendReader()``, and those of the block.
  func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    if writer.lockIfFree() {
      defer { writer.unlock() }
      // A transaction of this thread is not committed yet.
      if !writer.isInTransaction {
        try checkHasNotMoved()
        return try body(writer)
      }
    }
    let connection = try lendReader()
    defer { takeBack(connection) }
    return try connection.exclusively { try body(connection) }
  }

  /// Opens a reading connection for a single user. Not for a store in memory.
  ///
  /// - Throws: ``SwiftDataError/storeFailure`` also if the path has another file than the store's by now.
  func connectReader() throws -> Connection {
    try checkHasNotMoved()
    return try StoreFile(configuration).connectReader(writer.copy)
  }

  private func checkHasNotMoved() throws {
    // SQLite shares the index of the log among the connections of a process to a file. One that is made while another
    // program still copies the log would keep those of the next container from the copied changes.
    if writer.hasMoved {
      throw SwiftDataError.storeFailure.because(
        """
        \(configuration.url.path) was removed or replaced while the store was open. Create a container again to use the \
        file that is there now.
        """)
    }
  }

  func takeBack(_ connection: Connection) {
    guard connection !== writer else { return }
    readers.withLock { idle in
      if idle.count < 4 { idle.append(connection) }
    }
  }

  /// Runs a block with the writing connection, while no other thread uses it.
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
          "\(path): the migration of this context has ended. Nothing was written")
      }
      return true
    }
  }

  /// Throws an error if a transaction is running on the writing connection. A write may run code of the
  /// program, which must not write itself.
  func checkIsIdle() throws {
    guard isStageRunning == nil, writer.exclusively({ writer.isInTransaction }) else { return }
    throw SwiftDataError.unsupportedFeature.because(
      """
      \(path) is being written by a batch insertion, whose block cannot save. Save before the \
      batch, or after it
      """)
  }

  /// Updates the store's state after its contents were replaced.
  ///
  /// - Parameter number: The number of the transaction, if there is a history.
  func didReplaceContents(in number: Int64?) throws {
    // First of all: otherwise a commit of another process before this point would count as known.
    if let number { history?.rememberReplacement(number) }
    clock.reset()
    hasExternalStorage = try ExternalTables.exist(on: writer)
  }

  var readOnlyError: SwiftDataError {
    .readOnlyStore.because("\(path) was opened with allowsSave: false. Nothing was written")
  }
}
