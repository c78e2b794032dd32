import Foundation

/// A consistent view of a store at one moment. Other connections may write to the store in the
/// meantime.
final class StoreSnapshot {
  private let configuration: ModelConfiguration
  let connection: Connection
  /// The transaction that reads the view; nil for the copy of a database in memory.
  private let view: Transaction?

  /// Creates a view of a store.
  ///
  /// - Parameter writer: The only connection of a database in memory, which the caller has locked; nil
  ///   for a file.
  private init(_ store: SQLiteStore, _ writer: Connection?) throws {
    configuration = store.configuration
    if let writer {
      connection = try StoreFile.connect(toNew: ":memory:")
      let pages = try PageCopy(from: writer, to: connection)
      _ = try pages.step(-1)
      try pages.finish()
      view = nil
    } else {
      connection = try store.connectReader()
      view = try Self.begin(on: connection)
    }
  }

  /// Creates a view of the last commit to a file that no store has opened yet.
  init(of file: StoreFile) throws {
    configuration = file.configuration
    connection = try file.connectReader(nil)
    view = try Self.begin(on: connection)
  }

  private static func begin(on connection: Connection) throws -> Transaction {
    let view = try Transaction(.reading, on: connection)
    // A transaction's view begins with its first read.
    _ = try StoreMetadata.tables(on: connection)
    return view
  }

  deinit { try? view?.rollback() }

  /// Creates views of several stores. All views have the same moment, as far as this process and others
  /// write to the stores by saves.
  ///
  /// - Parameter stores: The stores, in the order in which a save writes to them.
  /// - Throws: ``SwiftDataError/unsupportedFeature`` if the block of a batch insertion calls this
  ///   function.
  static func take(of stores: [SQLiteStore]) throws -> [StoreSnapshot] {
    func take(_ rest: ArraySlice<SQLiteStore>) throws -> [StoreSnapshot] {
      guard let store = rest.first else { return [] }
      let next = rest.dropFirst()
      func withRest(_ writer: Connection?) throws -> [StoreSnapshot] {
        try [StoreSnapshot(store, writer)] + take(next)
      }
      if !store.isInMemory, stores.count == 1 || !store.allowsSave { return try withRest(nil) }
      return try store.exclusively { writer in
        try store.checkIsIdle()
        if store.isInMemory { return try withRest(writer) }
        var snapshots: [StoreSnapshot] = []
        try writer.dryRun(isWriting: true) { snapshots = try withRest(nil) }
        return snapshots
      }
    }
    return try take(stores[...])
  }

  /// Returns the names of the files beside the store that this view references. They are in
  /// ``directory``.
  func externalFiles() throws -> [String] {
    configuration.isStoredInMemoryOnly ? [] : try ExternalTables.needed(on: connection)
  }

  var directory: String { ExternalColumn.directory(of: connection.handle) }

  /// Returns the size of the database in bytes.
  func byteCount() throws -> Int {
    let pages = try connection.integers("PRAGMA page_count").first ?? 0
    return Int(try connection.integers("PRAGMA page_size").first ?? 0) * Int(pages)
  }

  /// Writes the database to a new file.
  ///
  /// - Parameter report: The closure that gets the number of bytes written so far.
  func copy(to path: String, report: (Int) throws -> Void) throws {
    let copy = try StoreFile.connect(toNew: path)
    let size = Int(try connection.integers("PRAGMA page_size").first ?? 0)
    let pages = try PageCopy(from: connection, to: copy)
    while try !pages.step(256) {
      try report((pages.pageCount - pages.remainingPages) * size)
    }
    try pages.finish()
    // In a single file, which can be read in a read-only directory too.
    try copy.run("PRAGMA journal_mode = DELETE")
  }

  /// Returns the manifest's description of the store, without its files.
  func description(file: String) throws -> BackupManifest.Store {
    guard let metadata = try StoreMetadata.read(on: connection) else {
      throw SwiftDataError.storeFailure.because("\(configuration.url.path) is empty")
    }
    let store = BackupManifest.Store(
      configuration: configuration.name, file: file, bytes: 0, checksum: "",
      identifier: "", format: 0, entities: [], externalFiles: [])
    return try BackupManifest.Store(describing: store, metadata, on: connection)
  }
}
