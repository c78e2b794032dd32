public import Foundation
import GRDB

extension SQLiteHubStorage {
  public func check() async throws {
    try await read { _ = try $0.row(.readHub) { $0[0] as Int64 } }
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
