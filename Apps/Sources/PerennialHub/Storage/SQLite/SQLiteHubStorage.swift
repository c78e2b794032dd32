public import Foundation
import GRDB
public import PerennialRecords

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
  /// The file as the disk has it.
  let file: DatabaseFile

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
    file = DatabaseFile(at: url)
    commits = GroupCommit(pool, to: file)
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
    file = DatabaseFile(at: url)
    commits = GroupCommit(pool, to: file)
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
      let result = try await commits.write(body)
      file.noteWrite(failed: false)
      return result
    } catch let error as DatabaseError where error.isOfDisk {
      file.noteWrite(failed: true)
      throw error
    }
  }

  func read<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await pool.read(body)
  }
}

extension DatabaseError {
  /// `true` if the disk is full, cannot be written, or has failed.
  fileprivate var isOfDisk: Bool {
    [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_CORRUPT]
      .contains(resultCode)
  }
}

// MARK: - Accounts

extension SQLiteHubStorage {
  public func add(_ account: Account) async throws {
    try await write { database in
      if try database.row(.readAccountByName, account.name, as: Account.init) != nil {
        throw HubStorageError(
          .accountExists, "An account with the name \(account.name) exists already.")
      }
      try database.run(
        .insertAccount, account.id, account.name, account.created, account.limit)
    }
  }

  public func accounts() async throws -> [Account] {
    try await read { try $0.rows(.readAccounts, as: Account.init) }
  }

  public func account(named name: String) async throws -> Account? {
    try await read { try $0.row(.readAccountByName, name, as: Account.init) }
  }

  public func limit(_ account: Account.ID, to bytes: Int64) async throws -> Bool {
    try await write { database in
      try database.run(.limitAccount, account, bytes)
      return database.changesCount > 0
    }
  }

  public func remove(_ account: Account.ID) async throws -> Bool {
    try await write { database in
      for statement in [
        Statement.deleteRecords, .deleteAssets, .deleteZones, .deleteDevices, .deleteCodes,
      ] {
        try database.run(statement, account)
      }
      try database.run(.deleteAccount, account)
      return database.changesCount > 0
    }
  }
}

// MARK: - Devices

extension SQLiteHubStorage {
  public func add(
    _ code: SecretDigest, of account: Account.ID, role: HubRole, expiring expires: Int64,
    at time: Int64
  ) async throws {
    try await write { database in
      try database.run(.deleteExpiredCodes, time)
      try database.run(.insertCode, account, code.bytes, expires, role.rawValue)
    }
  }

  public func redeem(
    _ code: SecretDigest, for device: Device, token: SecretDigest, at time: Int64
  ) async throws -> Session? {
    try await write { database in
      let found = try database.row(.deleteCode, code.bytes, time) { row in
        (account: row[0] as Account.ID, role: HubRole(stored: row[1]))
      }
      guard let found,
        let account = try database.row(.readAccount, found.account, as: Account.init)
      else { return nil }
      let device = device.with(found.role)
      try database.run(
        .insertDevice, account.id, device.id, device.name, token.bytes, device.created,
        device.expires, device.role.rawValue)
      return Session(account: account, device: device)
    }
  }

  public func session(of token: SecretDigest, at time: Int64) async throws -> Session? {
    try await read { try $0.row(.readSession, token.bytes, time, as: Session.init) }
  }

  public func devices(of account: Account.ID) async throws -> [Device] {
    try await read { try $0.rows(.readDevices, account) { Device($0) } }
  }

  public func revoke(_ device: String, of account: Account.ID) async throws -> Bool {
    try await write { database in
      try database.run(.deleteDevice, account, device)
      return database.changesCount > 0
    }
  }

  public func change(
    _ device: String, of account: Account.ID, to role: HubRole
  ) async throws -> Bool {
    try await write { database in
      try database.run(.changeRole, account, device, role.rawValue)
      return database.changesCount > 0
    }
  }

  public func note(
    _ device: String, of account: Account.ID, seenAt time: Int64
  ) async throws {
    try await write { try $0.run(.noteDevice, account, device, time) }
  }
}
