public import Foundation
import GRDB

/// The replacement of a hub's database by a backup.
public enum HubRestoration {
  /// Replaces a database, and adds the assets of the backup to its own.
  ///
  /// The hub that opens the file next changes the incarnation.
  ///
  /// - Parameters:
  ///   - backup: A file that ``StorageMaintenance/backUp(to:)`` has written, or another copy of a database.
  ///   - file: The database. No hub may serve it.
  ///   - time: The time for the audit log, in milliseconds since 1970.
  /// - Returns: The file to which the replaced database was moved; nil if there was none.
  /// - Throws: ``HubStorageError``.
  public static func restore(_ backup: URL, to file: URL, at time: Int64) throws -> URL? {
    let presence = try HubPresence(besideDatabaseAt: file)
    defer { presence.end() }
    let partial = URL(fileURLWithPath: file.path + "-restoring")
    for url in files(of: partial) { try? FileManager.default.removeItem(at: url) }
    do {
      try copy(backup, to: partial, at: time)
      try AssetFolder(besideDatabaseAt: backup).copy(to: AssetFolder(besideDatabaseAt: file))
      let replaced = try moveAside(file)
      try DurableFile.move(partial, to: file)
      return replaced
    } catch let error as DatabaseError {
      throw HubStorageError(.otherFile, "\(backup.path) cannot be restored: \(error)")
    }
  }

  private static func copy(_ backup: URL, to partial: URL, at time: Int64) throws {
    var configuration = Configuration()
    configuration.readonly = true
    let source = try DatabaseQueue(path: backup.path, configuration: configuration)
    let version = try source.read { database in
      let application = try Int32.fetchOne(database, sql: "PRAGMA application_id")
      let check = try String.fetchOne(database, sql: "PRAGMA quick_check")
      let version = try Int32.fetchOne(database, sql: "PRAGMA user_version")
      return application == HubSchema.application && check == "ok" ? version : nil
    }
    guard let version, (1...HubSchema.version).contains(version) else {
      throw HubStorageError(
        .otherFile,
        "\(backup.path) is damaged, or isn't a hub's database of version \(HubSchema.version) or earlier."
      )
    }
    let copy = try DatabaseQueue(path: partial.path)
    try source.backup(to: copy)
    try source.close()
    try copy.writeWithoutTransaction { try HubSchema.prepare($0, at: partial) }
    try copy.write { database in
      try database.run(.markAsBackup)
      let name = backup.lastPathComponent
      try database.add(AuditEntry(.restored, by: .operator, at: time, detail: name))
    }
    try copy.writeWithoutTransaction { database in
      _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
    }
    try copy.close()
    let permissions = [FileAttributeKey.posixPermissions: NSNumber(value: 0o600)]
    try FileManager.default.setAttributes(permissions, ofItemAtPath: partial.path)
    try DurableFile.sync(partial)
  }

  /// Gives a database another name, without the files beside it.
  private static func moveAside(_ file: URL) throws -> URL? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    let database = try DatabaseQueue(path: file.path)
    try database.writeWithoutTransaction { database in
      // The log becomes a part of the file.
      _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
    }
    try database.close()
    let replaced = URL(fileURLWithPath: file.path + "-replaced")
    for url in files(of: replaced) { try? FileManager.default.removeItem(at: url) }
    try DurableFile.move(file, to: replaced)
    for url in files(of: file).dropFirst() { try? FileManager.default.removeItem(at: url) }
    return replaced
  }

  /// The file of a database, its log and the index of the log.
  private static func files(of url: URL) -> [URL] {
    ["", "-wal", "-shm"].map { URL(fileURLWithPath: url.path + $0) }
  }
}
