public import Foundation
import GRDB

extension SQLiteHubStorage {
  public func check() async throws {
    // Writes a page, so that a full disk and a file that can only be read are noticed.
    try await write { try $0.run(.countChanges, 0) }
  }

  public func inspect<Result: Sendable>(
    _ account: Account.ID, _ body: @escaping @Sendable (any AccountReader) throws -> Result
  ) async throws -> Result {
    try await read { try body(SQLiteAccountReader(database: $0, id: account)) }
  }

  public func findDamage() async throws -> [String] {
    do {
      return try await read { database in
        var damages = try String.fetchAll(database, sql: "PRAGMA quick_check(20)")
        if damages == ["ok"] { damages = [] }
        let orphans = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
        for (table, rows) in Dictionary(grouping: orphans, by: { $0[0] as String }) {
          damages.append("rows of the table \(table) belong to no account: \(rows.count)")
        }
        let changes = try database.row(.readHub) { $0[1] as Int64 }
        let written = try Int64.fetchOne(database, sql: HubSchema.sumOfSequences) ?? 0
        if let changes, changes < written {
          damages.append("the hub counts \(changes) changes, and its zones \(written)")
        } else if changes == nil {
          damages.append("the row of the hub is missing")
        }
        return damages.sorted()
      }
    } catch let error as DatabaseError
      where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    {
      return [error.message ?? "\(error)"]
    }
  }

  public func statistics() async throws -> HubStatistics {
    try await read { database in
      func numbers(_ statement: Statement) throws -> [Int64] {
        try database.row(statement) { row in (0..<row.count).map { row[$0] as Int64 } } ?? []
      }
      return HubStatistics(
        accounts: try numbers(.countAccounts), devices: try numbers(.countDevices),
        zones: try numbers(.countZones), records: try numbers(.countAllRecords),
        assets: try numbers(.countAssets))
    }
  }

  public func size() async throws -> Int64 {
    try await read { database in
      let pages = try Int64.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      return pages * (try Int64.fetchOne(database, sql: "PRAGMA page_size") ?? 0)
    }
  }

  public func compact() async throws -> Bool {
    try await pool.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA analysis_limit = 1000; ANALYZE")
    }
    // The file is written anew, which keeps others from writing meanwhile.
    var presence: HubPresence?
    if self.presence == nil {
      do {
        presence = try HubPresence(besideDatabaseAt: url)
      } catch let error as HubStorageError where error.code == .fileInUse {
        return false
      }
    }
    defer { presence?.end() }
    try await pool.vacuum()
    try await pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    return true
  }

  /// The storage must have been opened for serving, so that no hub serves the file.
  public func renewIncarnation(at time: Int64) async throws -> Int64 {
    guard let presence else {
      throw HubStorageError(.fileInUse, "\(url.path) was opened beside a hub.")
    }
    let hub = try await write { database in
      guard var hub = try database.row(.readHub, as: HubPresence.State.init) else {
        throw HubStorageError(.otherFile, "The file has no row of a hub. Restore a backup.")
      }
      hub.incarnation = max(time, hub.incarnation + 1)
      hub.isBackup = false
      try database.run(.raiseIncarnation, hub.incarnation)
      return hub
    }
    try presence.note(hub)
    return hub.incarnation
  }

  public func backUp(to target: URL) async throws {
    if FileManager.default.fileExists(atPath: target.path) {
      throw HubStorageError(
        .existingFile, "\(target.path) exists already and was left unchanged.")
    }
    let partial = target.appendingPathExtension("partial")
    try? FileManager.default.removeItem(at: partial)
    do {
      let copy = try DatabaseQueue(path: partial.path)
      try pool.backup(to: copy)
      try await copy.write { try $0.run(.markAsBackup) }
      try await copy.writeWithoutTransaction { database in
        // A copy is one file, without a log beside it.
        _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
      }
      try copy.close()
      let permissions = [FileAttributeKey.posixPermissions: NSNumber(value: 0o600)]
      try FileManager.default.setAttributes(permissions, ofItemAtPath: partial.path)
      try DurableFile.sync(partial)
      try DurableFile.move(partial, to: target)
    } catch {
      try? FileManager.default.removeItem(at: partial)
      throw error
    }
  }

  /// Notes the state of the database beside it, so that the hub recognises an earlier copy.
  public func noteState() async throws {
    guard let presence else { return }
    let hub = try await read { try $0.row(.readHub, as: HubPresence.State.init) }
    if let hub { try presence.note(hub) }
  }

  public func close() async throws {
    try await noteState()
    try pool.close()
    presence?.end()
  }
}
