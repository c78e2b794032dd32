public import Foundation
import Perennial

/// A store that Apple's SwiftData or Core Data wrote, opened without the classes of the program to which it belongs.
///
/// The model is read from the file. Nothing is written to the file, and no file is left beside it. A file that cannot be
/// read in place, because a program has it open or a transaction was interrupted, is read from a copy in the temporary
/// directory.
///
/// ```swift
/// let store = try AppleStore(contentsOf: url)
/// for entity in store.model.entities {
///   print(entity.name, try store.count(of: entity.name))
/// }
/// ```
///
/// Core Data's files have no public description. What this type knows of them was read off files, and is compared with
/// each file when it is opened: a file that does not fit is refused.
///
/// A store is used by one thread at a time. The same process must not have the file open in another way, for example in a
/// container of Core Data: the system ends a process's locks on a file when it has read it in another way.
public final class AppleStore {
  /// The file of the store.
  public let url: URL
  /// The model of the store.
  public let model: StoredModel
  let database: SourceDatabase
  let tables: SourceTables
  let storeMetadata: StoreMetadata
  let layout: StoreLayout
  let externalFiles: ExternalFolder
  /// The entities whose numbers the file has, by the number.
  let numbers: [EntityNumber]
  /// The attributes that were examined for external storage, by their table and column.
  var externalColumns: [String: ExternalStorage] = [:]

  /// Opens a store.
  ///
  /// ```swift
  /// let store = try AppleStore(contentsOf: url)
  /// print(store.identifier, store.model.versionIdentifiers)
  /// ```
  ///
  /// - Parameters:
  ///   - url: The file of the store.
  ///   - usesModel: `false` to leave out the description of the model in the file, and read the tables by their columns.
  ///     For a file whose description cannot be read.
  /// - Throws: ``AppleStoreError``.
  public init(contentsOf url: URL, usesModel: Bool = true) throws {
    self.url = url
    database = try SourceDatabase(url)
    let path = database.path
    tables = try SourceTables(of: database)
    try StoreKind(of: tables).checkApple(path)
    storeMetadata = try Self.metadata(in: database)
    try Self.checkLog(database, storeMetadata)
    numbers = try database.map(
      "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT LIMIT 20000"
    ) { row in
      EntityNumber(
        number: row.int64(), name: row.string(), superentity: row.int64(), greatestKey: row.int64())
    }
    guard Set(numbers.map(\.name)).count == numbers.count else {
      throw AppleStoreError(
        .otherLayout, path: path, table: "Z_PRIMARYKEY",
        "Two entities have the same name in Z_PRIMARYKEY. The file is damaged.")
    }
    if usesModel, let cache = try Self.cache(in: database, tables) {
      do {
        model = try ModelCacheReader.model(in: cache, storeMetadata)
      } catch let error as ArchiveError {
        throw AppleStoreError(
          .unreadableModel, path: path, table: "Z_MODELCACHE",
          """
          The description of the model in the file cannot be read: \(error). Open the file without it to read the \
          tables by their columns.
          """)
      }
      layout = try StoreLayout(of: model, numbers, in: tables, path: path)
    } else {
      let found = try TableModel(numbers, storeMetadata, in: tables, path: path)
      (model, layout) = (found.model, found.layout)
    }
    externalFiles = ExternalFolder(of: path)
  }

  /// Returns `true` if a file is a store of SwiftData or Core Data. The tables are looked at, not the rows, and no file is
  /// left beside it.
  ///
  /// If the tables cannot be read, because the file is damaged or locked, the result is `true` if the text of the file has
  /// a table as Core Data makes it. Opening such a file throws an error that has the reason.
  ///
  /// ```swift
  /// if AppleStore.isAppleStore(url) { print(try AppleStore(contentsOf: url).identifier) }
  /// ```
  public static func isAppleStore(_ url: URL) -> Bool {
    guard let source = try? SourceFile(url),
      source.applicationID != Perennial.StoreMetadata.applicationID
    else { return false }
    // A store of Perennial without the number, which a program has open, would be copied otherwise.
    if let database = SourceDatabase(kindOf: source), let tables = try? SourceTables(of: database) {
      switch StoreKind(of: tables) {
      case .apple: return true
      case .perennial: return false
      case .empty, .other: break
      }
    }
    guard let database = try? SourceDatabase(url), let tables = try? SourceTables(of: database)
    else { return source.contains("Z_PK INTEGER PRIMARY KEY") }
    return StoreKind(of: tables) == .apple
  }

  /// The identifier that the store got when it was created, a UUID.
  public var identifier: String { storeMetadata.identifier }
  /// The version of the framework that has written the file last, such as 1344; nil if the file does not have it.
  public var frameworkVersion: Int64? { storeMetadata.frameworkVersion }
  /// The metadata of the store by their keys. Apps may add keys of their own.
  public var metadata: [String: AppleValue] { storeMetadata.values }
  /// `true` if the file is read from a copy of it.
  public var isReadFromCopy: Bool { database.isCopied }

  /// The tables that belong to no entity of the model, and to no relationship: those of the history, and what apps and
  /// services have added. In alphabetical order.
  public var otherTables: [String] {
    var known: Set = ["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"]
    for layout in layout.entities.values {
      known.insert(layout.table)
      for relationship in layout.relationships {
        if case .joinTable(let join) = relationship.storage { known.insert(join.table) }
      }
    }
    return tables.columns.keys.filter { !known.contains($0) && !$0.hasPrefix("sqlite_") }.sorted()
  }

  /// Runs a block on one state of the file, also if a program writes to it meanwhile.
  ///
  /// - Throws: ``AppleStoreError/Code/changedFile`` if a program has written to the file although it is read without
  ///   locks; the errors of the block.
  public func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    try database.snapshot {
      let result = try body()
      try database.checkUnchanged()
      return result
    }
  }

  func layout(of entity: String) throws -> EntityLayout {
    if let layout = layout.entities[entity] { return layout }
    let names = layout.entities.keys.sorted().joined(separator: ", ")
    throw AppleStoreError(
      .unknownName, path: database.path, entity: entity,
      model[entity] == nil
        ? "The store has no entity “\(entity)”; it has \(names.isEmpty ? "none" : names)."
        : "The rows of “\(entity)” are in no table of this file; it has those of \(names).")
  }
}

extension AppleStore {
  private static func metadata(in database: SourceDatabase) throws -> StoreMetadata {
    let rows = try database.map(
      "SELECT Z_VERSION, Z_UUID, Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 2"
    ) { row in (version: row.int64(), identifier: row.string(), list: row.bytes { Data($0) }) }
    guard let row = rows.first, rows.count == 1 else {
      throw AppleStoreError(
        .unknownFormat, path: database.path, table: "Z_METADATA",
        """
        The table Z_METADATA has \(rows.isEmpty ? "no row" : "several rows"). The file is damaged, or its write-ahead \
        log, a file that ends in -wal, is missing.
        """)
    }
    guard row.version == 1 else {
      throw AppleStoreError(
        .unknownFormat, path: database.path, table: "Z_METADATA",
        "The file has format \(row.version) of Core Data; this version reads format 1. Update the program."
      )
    }
    do {
      return try StoreMetadata(identifier: row.identifier, list: row.list)
    } catch {
      throw AppleStoreError(
        .damagedFile, path: database.path, table: "Z_METADATA",
        "The metadata of the store cannot be read: \(error). Take another copy of the file.")
    }
  }

  /// The greatest size of a file, in bytes, whose structure is checked when it is opened with a log.
  private static let checkedSize = 16 << 20

  /// Throws an error if the file without its log is another store, or if the pages of both do not fit together.
  ///
  /// SQLite reads the log of any file, and takes its pages as those of this one. A log of a store with the same structure,
  /// but without its metadata, cannot be told.
  private static func checkLog(_ database: SourceDatabase, _ metadata: StoreMetadata) throws {
    guard let other = database.withoutLog else { return }
    if let found = try? other.map("SELECT Z_UUID FROM Z_METADATA", transform: { $0.string() }),
      let identifier = found.first, identifier != metadata.identifier
    {
      throw database.source.otherLog
    }
    let size = try database.integer(
      "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    guard let size, size <= checkedSize else { return }
    let problem = try database.map("PRAGMA quick_check(1)") { $0.string() }.first
    guard let problem, problem != "ok" else { return }
    throw AppleStoreError(
      .damagedFile, path: database.path,
      """
      The file is damaged, or its write-ahead log belongs to another file. Take another copy of both. SQLite reports: \
      \(problem)
      """)
  }

  private static func cache(in database: SourceDatabase, _ tables: SourceTables) throws -> Data? {
    guard tables.has("Z_MODELCACHE", "Z_CONTENT") else { return nil }
    return try database.map("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1") { row in
      row.bytes { Data($0) }
    }.first
  }
}
