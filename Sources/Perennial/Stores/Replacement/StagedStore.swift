import PerennialRecords
import Foundation

/// A database that will replace the contents of a store, on the disk of that store. Failures here leave the
/// live store untouched.
final class StagedStore {
  let store: SQLiteStore
  let url: URL
  let connection: Connection

  /// Creates an empty database.
  init(for store: SQLiteStore) throws {
    self.store = store
    let home =
      store.isInMemory
      ? FileManager.default.temporaryDirectory
      : store.configuration.url.deletingLastPathComponent()
    let prefix = ".\(store.configuration.url.lastPathComponent).restoring-"
    Leftovers.remove(from: home) { $0.hasPrefix(prefix) }
    url = home.appendingPathComponent(prefix + UUID().uuidString)
    connection = try StoreFile.connect(toNew: url.path)
    connection.files = ExternalFiles(connection)
    // If a later step fails, this object deletes the database.
    try connection.run("PRAGMA synchronous = OFF")
  }

  deinit {
    for suffix in ["", "-journal", "-wal", "-shm", "-external"] {
      try? FileManager.default.removeItem(atPath: url.path + suffix)
    }
  }

  // MARK: Contents

  /// Copies the pages of a database.
  func copyPages(of source: Connection, _ progress: OperationProgress) throws {
    do {
      let pages = try PageCopy(from: source, to: connection)
      while try !pages.step(256) { try progress.check() }
      try pages.finish()
    }
    // SQLite will copy the pages of this database over those of the store, so their sizes must be equal.
    let size = try store.exclusively { try $0.integers("PRAGMA page_size").first ?? 0 }
    guard try connection.integers("PRAGMA page_size").first != size else { return }
    try connection.run("PRAGMA page_size = \(size)")
    try connection.run("VACUUM")
  }

  /// Moves values from files beside the database into its rows, for a store in memory.
  func inlineExternalFiles() throws {
    guard try ExternalTables.exist(on: connection) else { return }
    try connection.transaction {
      for entity in EntityDescription.tables(of: try StoreMetadata.descriptions(on: connection)) {
        for column in entity.properties where column.value?.isExternal == true {
          guard let name = column.column?.name else { continue }
          try inlineExternalFiles(SQLName.quoted(name), of: SQLName.quoted(entity.table))
        }
      }
      try connection.run("DELETE FROM \(ExternalTables.table)")
    }
  }

  private func inlineExternalFiles(_ column: String, of table: String) throws {
    let names = try connection.strings(
      """
      SELECT DISTINCT \(ExternalColumn.name(column)) FROM \(table) \
      WHERE \(ExternalColumn.isFile(column))
      """)
    let directory = ExternalColumn.directory(of: connection.handle)
    for name in names {
      let value = try ExternalLocation(directory: directory, name: name).read()
      try connection.run(
        "UPDATE \(table) SET \(column) = ? WHERE \(column) = ?",
        [.blob(ExternalColumn.inlined(value)), .blob(ExternalColumn.reference(name))])
    }
  }

  // MARK: Replacing the store

  /// Enters the replacement of the store's contents in the history of this database. Its clock follows the
  /// store's clock, with a new device.
  ///
  /// - Parameters:
  ///   - last: The number of the store's last transaction; nil if it has no history.
  ///   - latest: The time of the store's clock.
  /// - Returns: The number of the replacement's transaction.
  func enterHistory(after last: Int64?, _ latest: HybridTime) throws -> Int64? {
    let clock = StoreClock(path: store.isInMemory ? nil : store.path)
    connection.clock = clock
    try connection.transaction {
      try ClockRecord.advance(to: latest, on: connection)
      // Edits of presets stay edits. The entry of the replacement would hide that another program has made them.
      _ = try PresetEditNotes.adopt(on: connection)
      try clock.record(isInHistory: false, on: connection)
      clock.reset()
      try ClockRecord.removeDevice(on: connection)
      // They are no edits of today: the rows of a backup take the hub's state.
      try ChangeNotes.clear(on: connection)
    }
    guard let last else { return nil }
    try HistoryTables.create(on: connection)
    return try connection.transaction {
      try HistoryTables.keepUntaken(on: connection)
      return try HistoryWriter.enterReplacement(
        .restoration, after: last, .restore,
        origin: store.history?.origin ?? Int64.random(in: 1...Int64.max), on: connection)
    }
  }

  /// Moves the files that the rows reference to the store's directory, before the commit of these rows.
  ///
  /// - Returns: The paths of the files that the directory did not have.
  func moveFiles() throws -> [String] {
    guard let files = connection.files, let directory = store.externalDirectory else { return [] }
    let names = try ExternalTables.needed(on: connection)
    if names.isEmpty { return [] }
    try DurableFile.makeDirectory(directory)
    var moved: [String] = []
    do {
      for name in names {
        let target = "\(directory)/\(name)"
        if !FileManager.default.fileExists(atPath: target) { moved.append(target) }
        try DurableFile.rename("\(files.directory)/\(name)", to: target)
      }
      try DurableFile.synchronizeDirectory(directory)
    } catch {
      for path in moved { try? FileManager.default.removeItem(atPath: path) }
      throw SwiftDataError.storeFailure.because(
        "\(directory) did not receive the backup's files: \(error.localizedDescription)")
    }
    return moved
  }
}
