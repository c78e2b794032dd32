public import Foundation
import GRDB
import PerennialRecords

/// The database of a hub in one SQLite file, for all accounts.
///
/// Writes are durable when they return: the file is in WAL mode with `synchronous=FULL`. Writes of concurrent
/// requests share a transaction.
public final class SQLiteHubStorage: HubStorage {
  /// The file.
  public let url: URL
  /// The number of the database; see `SyncToken.incarnation`.
  let incarnation: Int64
  let pool: DatabasePool
  private let commits: GroupCommit
  let presence: HubPresence?

  /// Opens a file, and creates it if it does not exist.
  ///
  /// - Parameters:
  ///   - serving: `true` for a hub, `false` for a command beside it. A hub excludes other hubs, and changes
  ///     the incarnation of a file that was restored.
  ///   - time: The time, in milliseconds since 1970.
  /// - Throws: ``HubStorageError``.
  public init(at url: URL, serving: Bool, time: Int64) throws {
    self.url = url
    let presence = serving ? try HubPresence(besideDatabaseAt: url) : nil
    do {
      pool = try Self.open(url)
      incarnation = try pool.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA synchronous = FULL")
        try HubSchema.prepare(database, at: url)
        let hub = try Self.hub(in: database, presence, at: time)
        // The lock is held: until the hub ends, only this process changes the incarnation.
        try presence?.note(hub)
        return hub.incarnation
      }
    } catch let error as DatabaseError {
      throw HubStorageError(.fileFailure, "\(url.path) cannot be opened: \(error)")
    }
    self.presence = presence
    commits = GroupCommit(pool, to: try FileIdentity(of: url))
  }

  /// Opens a file for reading only, beside a hub or without one.
  ///
  /// - Throws: ``HubStorageError``.
  public init(reading url: URL) throws {
    self.url = url
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw HubStorageError(.missingFile, "\(url.path) does not exist.")
    }
    var configuration = Self.configuration
    configuration.readonly = true
    do {
      pool = try DatabasePool(path: url.path, configuration: configuration)
      incarnation = try pool.read { database in
        guard try HubSchema.isPresent(in: database) else { throw HubSchema.otherFile(url) }
        return try database.row(.readHub) { $0[0] as Int64 } ?? 0
      }
    } catch let error as DatabaseError {
      throw HubStorageError(
        [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) ? .otherFile : .fileFailure,
        "\(url.path) cannot be opened: \(error)")
    }
    presence = nil
    commits = GroupCommit(pool, to: try FileIdentity(of: url))
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "Hub"
    configuration.busyMode = .timeout(10)
    configuration.maximumReaderCount = 4
    return configuration
  }

  private static func open(_ url: URL) throws -> DatabasePool {
    if !FileManager.default.fileExists(atPath: url.path) {
      // The file has data of people, so only its owner reads it.
      let permissions = [FileAttributeKey.posixPermissions: NSNumber(value: 0o600)]
      guard
        FileManager.default.createFile(atPath: url.path, contents: nil, attributes: permissions)
      else { throw HubStorageError(.fileFailure, "\(url.path) cannot be created.") }
    }
    return try DatabasePool(path: url.path, configuration: configuration)
  }

  /// Returns the state of the database, after raising the incarnation if the file is new or was replaced by an
  /// earlier one.
  private static func hub(
    in database: Database, _ presence: HubPresence?, at time: Int64
  ) throws -> HubPresence.State {
    var state: HubPresence.State?
    try database.inTransaction(.immediate) {
      state = try database.row(.readHub, as: HubPresence.State.init)
      guard let former = state, let presence,
        let incarnation = presence.incarnation(replacing: former, at: time)
      else { return .commit }
      state?.incarnation = incarnation
      state?.isBackup = false
      try database.run(.raiseIncarnation, incarnation)
      return .commit
    }
    guard let state else {
      throw HubStorageError(.otherFile, "The file has no row of a hub. Restore a backup.")
    }
    return state
  }

  /// The use of the one connection that writes.
  public var load: StorageLoad { commits.load }

  func write<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    do {
      return try await commits.write(body)
    } catch let error as DatabaseError {
      throw error.refusal
    }
  }

  func read<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    do {
      return try await pool.read(body)
    } catch let error as DatabaseError {
      throw error.refusal
    }
  }
}
