import Foundation

/// Makes the staged copy of a backup's store: its pages and files, in the schema of the container.
struct BackupStaging {
  /// The number of the container's store.
  let number: Int
  let store: SQLiteStore
  let backup: BackupManifest.Store
  /// The backup's database.
  let original: URL
  let progress: OperationProgress

  /// Matches the stores of a backup with those of a container.
  ///
  /// - Returns: The stores, in the order in which a save writes to them.
  /// - Throws: ``SwiftDataError/incompatibleBackup`` if the backup has stores that the container does not
  ///   have, or lacks stores that the container has; ``SwiftDataError/unsupportedFeature`` for a custom
  ///   store; ``SwiftDataError/readOnlyStore`` if the container cannot write to any store.
  static func all(
    in backup: Backup, for coordinator: StoreCoordinator, progress: OperationProgress
  ) throws -> [BackupStaging] {
    let stores = coordinator.stores
    try coordinator.checkHasNoCustomStore("restored")
    guard stores.contains(where: \.allowsSave) else {
      throw stores.first?.readOnlyError ?? .readOnlyStore
    }
    var found: [Int: BackupManifest.Store] = [:]
    for store in backup.manifest.stores {
      // A store that was created again, for example on another device, only has the same name.
      let number =
        stores.firstIndex { $0.identifier == store.identifier }
        ?? stores.firstIndex { $0.configuration.name == store.configuration }
      guard let number, found.updateValue(store, forKey: number) == nil else {
        let known = stores.map { "“\($0.configuration.name)”" }.joined(separator: ", ")
        throw SwiftDataError.incompatibleBackup.because(
          """
          \(backup.url.path) has the store “\(store.configuration)” (\(store.identifier)), but the \
          container has \(known). Nothing was changed.
          """)
      }
    }
    return try coordinator.nesting.filter { stores[$0].allowsSave }.map { number in
      let store = stores[number]
      guard let part = found[number] else {
        throw SwiftDataError.incompatibleBackup.because(
          """
          \(backup.url.path) does not have the store “\(store.configuration.name)”. Nothing was \
          changed.
          """)
      }
      return BackupStaging(
        number: number, store: store, backup: part,
        original: backup.url.appendingPathComponent(part.file), progress: progress)
    }
  }

  /// Makes the copy.
  ///
  /// - Parameter migration: The migration to the schema of the container; nil if there is none to make.
  /// - Throws: ``SwiftDataError/incompatibleBackup``, and the errors of a migration.
  func run(_ migration: StoreMigration?) throws -> StagedStore {
    let staged = try StagedStore(for: store)
    try staged.copyPages(of: StoreFile.connect(toBackup: original.path), progress)
    try copyFiles(to: staged)
    if let migration { try migrate(staged, migration) }
    try progress.check()
    return staged
  }

  // MARK: Files

  private func copyFiles(to staged: StagedStore) throws {
    guard !backup.externalFiles.isEmpty, let files = staged.connection.files else { return }
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
      try DurableFile.write(data, to: target, likeThoseOf: staged.connection.handle)
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
  private func migrate(_ staged: StagedStore, _ migration: StoreMigration) throws {
    let connection = staged.connection
    let known = Set(try StoreMetadata.descriptions(on: connection).map(\.name))
    let wanted = migration.entities.map(\.name)
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
      _ = try migration.moved(to: staged.url).run(
        on: connection, try StoreMetadata.read(on: connection))
    } catch let error as SwiftDataError {
      // The path of the backup instead of the path of the copy.
      throw error.because(
        error.explanation.replacingOccurrences(of: staged.url.path, with: original.path),
        error.identifiers, underlying: error.underlyingError)
    }
    if store.isInMemory { try staged.inlineExternalFiles() }
  }
}
