import Foundation

/// A staged copy of a backup's store, on the disk of the store that it will replace, in the schema of
/// the container. Failures here leave the live store untouched.
final class StagedStore {
  let store: SQLiteStore
  private let backup: BackupManifest.Store
  /// The backup's database.
  private let original: URL
  private let url: URL
  let connection: Connection

  /// Copies a store of a backup.
  init(
    _ backup: BackupManifest.Store, in directory: URL, for store: SQLiteStore,
    _ progress: OperationProgress
  ) throws {
    self.store = store
    self.backup = backup
    original = directory.appendingPathComponent(backup.file)
    let home =
      store.isInMemory
      ? FileManager.default.temporaryDirectory
      : store.configuration.url.deletingLastPathComponent()
    let prefix = ".\(store.configuration.url.lastPathComponent).restoring-"
    Leftovers.remove(from: home) { $0.hasPrefix(prefix) }
    url = home.appendingPathComponent(prefix + UUID().uuidString)
    connection = try StoreFile.connect(toNew: url.path)
    connection.files = ExternalFiles(connection)
    // If a later step fails, this object deletes the copy.
    try connection.run("PRAGMA synchronous = OFF")
    try copyPages(progress)
    try copyFiles(progress)
  }

  deinit {
    for suffix in ["", "-journal", "-wal", "-shm", "-external"] {
      try? FileManager.default.removeItem(atPath: url.path + suffix)
    }
  }

  /// Returns an error with the path of the backup instead of the path of this copy.
  func renamed(_ error: SwiftDataError) -> SwiftDataError {
    error.because(
      error.explanation.replacingOccurrences(of: url.path, with: original.path),
      error.identifiers, underlying: error.underlyingError)
  }

  // MARK: Copying

  private func copyPages(_ progress: OperationProgress) throws {
    do {
      let source = try StoreFile.connect(toBackup: original.path)
      let pages = try PageCopy(from: source, to: connection)
      while try !pages.step(256) { try progress.check() }
      try pages.finish()
    }
    // SQLite copies the pages of this copy over those of the store, so their sizes must be equal.
    let size = try store.exclusively { try $0.integers("PRAGMA page_size").first ?? 0 }
    guard try connection.integers("PRAGMA page_size").first != size else { return }
    try connection.run("PRAGMA page_size = \(size)")
    try connection.run("VACUUM")
  }

  private func copyFiles(_ progress: OperationProgress) throws {
    guard !backup.externalFiles.isEmpty, let files = connection.files else { return }
    try DurableFile.makeDirectory(files.directory)
    for file in backup.externalFiles {
      try progress.check()
      let target = "\(files.directory)/\(file.name)"
      if link(file, to: target) { continue }
      let source = "\(original.path)-external/\(file.name)"
      if file.checksum == nil,
        (try? FileManager.default.linkItem(atPath: source, toPath: target)) != nil
      {
        continue
      }
      let data: Data
      do {
        data = try Data(contentsOf: URL(fileURLWithPath: source), options: .mappedIfSafe)
      } catch {
        throw SwiftDataError.invalidBackup.because(
          "\(source) cannot be read: \(error.localizedDescription)")
      }
      try DurableFile.write(data, to: target, likeThoseOf: connection.handle)
    }
  }

  /// Creates a hard link to the store's own file, if that exists and is unchanged.
  ///
  /// - Returns: `true` if the link was created.
  private func link(_ file: BackupManifest.ExternalFile, to target: String) -> Bool {
    guard let directory = store.externalDirectory else { return false }
    let source = "\(directory)/\(file.name)"
    guard (try? FileDigest.size(of: source)) == file.bytes else { return false }
    if let checksum = file.checksum, (try? FileDigest.of(source).digest) != checksum {
      return false
    }
    return (try? FileManager.default.linkItem(atPath: source, toPath: target)) != nil
  }

  // MARK: The schema

  /// Migrates the copy to the schema of the container, and gives it the identifier of the store.
  ///
  /// - Throws: ``SwiftDataError/incompatibleBackup``, and the errors of a migration.
  func migrate() throws {
    guard let planned = store.plannedMigration else { return }
    let known = Set(try StoreMetadata.descriptions(on: connection).map(\.name))
    let wanted = planned.entities.map(\.name)
    guard wanted.isEmpty || wanted.contains(where: known.contains) else {
      throw SwiftDataError.incompatibleBackup.because(
        """
        \(original.path) has the entities \(known.sorted().joined(separator: ", ")), but \
        \(store.path) does not have any of them: it has \(wanted.sorted().joined(separator: ", "))
        """)
    }
    try connection.transaction {
      try StoreMetadata.set("identifier", store.identifier, on: connection)
    }
    do {
      _ = try planned.moved(to: url).run(on: connection)
    } catch let error as SwiftDataError {
      throw renamed(error)
    }
    if store.isInMemory { try takeFilesIn() }
  }

  /// Moves values from files beside the store into its rows.
  private func takeFilesIn() throws {
    guard try ExternalTables.exist(on: connection) else { return }
    try connection.transaction {
      for entity in EntityDescription.tables(of: try StoreMetadata.descriptions(on: connection)) {
        for column in entity.properties where column.value?.isExternal == true {
          guard let name = column.column?.name else { continue }
          try takeFilesIn(SQLName.quoted(name), of: SQLName.quoted(entity.table))
        }
      }
      try connection.run("DELETE FROM \(ExternalTables.table)")
    }
  }

  private func takeFilesIn(_ column: String, of table: String) throws {
    var names: [String] = []
    try connection.rows(
      """
      SELECT DISTINCT \(ExternalColumn.name(column)) FROM \(table) \
      WHERE \(ExternalColumn.isFile(column))
      """
    ) { names.append($0.string()) }
    let directory = ExternalColumn.directory(of: connection.handle)
    for name in names {
      let value = try ExternalLocation(directory: directory, name: name).read()
      try connection.run(
        "UPDATE \(table) SET \(column) = ? WHERE \(column) = ?",
        [.blob(ExternalColumn.inlined(value)), .blob(ExternalColumn.reference(name))])
    }
  }

  // MARK: Replacing the store

  /// Enters the replacement of the store's contents in the copy's history.
  ///
  /// - Parameter last: The number of the store's last transaction; nil if it has no history.
  /// - Returns: The number of the replacement's transaction.
  func enterHistory(after last: Int64?) throws -> Int64? {
    guard let last else { return nil }
    return try HistoryWriter.writeRestoration(
      after: last, origin: store.history?.origin ?? Int64.random(in: 1...Int64.max),
      on: connection)
  }

  /// Moves the files that the copy references to the store's directory, before the commit of the rows
  /// that reference them.
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
