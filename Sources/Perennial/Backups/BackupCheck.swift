import Foundation

/// Compares a store of a backup with the backup's manifest.
struct BackupCheck {
  private let store: BackupManifest.Store
  private let path: String
  private let directory: String

  init(_ store: BackupManifest.Store, in backup: URL) {
    self.store = store
    path = backup.appendingPathComponent(store.file).path
    directory = backup.appendingPathComponent(store.directory).path
  }

  /// Checks the store and its files.
  ///
  /// - Parameter isNew: `true` for a backup that was just written. Its checksums are not compared.
  /// - Throws: ``SwiftDataError/invalidBackup``, ``SwiftDataError/incompatibleBackup``.
  func run(isNew: Bool) throws {
    guard store.format <= StoreMetadata.formatVersion else {
      throw SwiftDataError.incompatibleBackup.newerFormat(
        store.format, than: StoreMetadata.formatVersion, path)
    }
    try compare(path, bytes: store.bytes, checksum: isNew ? nil : store.checksum)
    for file in store.externalFiles {
      try compare(
        "\(directory)/\(file.name)", bytes: file.bytes, checksum: isNew ? nil : file.checksum)
    }
    do {
      let connection = try StoreFile.connect(toBackup: path)
      try checkStructure(on: connection)
      try checkContents(on: connection)
    } catch let error as SwiftDataError {
      throw error == .invalidBackup ? error : damage(error.explanation)
    }
  }

  private func damage(_ reason: String) -> SwiftDataError {
    .invalidBackup.because("\(path): \(reason)")
  }

  private func compare(_ path: String, bytes: Int, checksum: String?) throws {
    func damage(_ reason: String) -> SwiftDataError { .invalidBackup.because("\(path): \(reason)") }
    guard let size = try? FileDigest.size(of: path) else {
      throw damage("the file is missing")
    }
    guard size == bytes else {
      throw damage("the file has \(size) bytes instead of \(bytes)")
    }
    guard let checksum else { return }
    let found: String
    do {
      found = try FileDigest.of(path).digest
    } catch {
      throw damage("the file cannot be read: \(error.localizedDescription)")
    }
    guard found == checksum else {
      throw damage("the file is damaged: its checksum is \(found) instead of \(checksum)")
    }
  }

  private func checkStructure(on connection: Connection) throws {
    let found = try connection.strings("PRAGMA integrity_check(5)")
    if found != ["ok"] { throw damage("the database is damaged: \(found.joined(separator: "; "))") }
    let broken = try connection.danglingReferences { "references a missing \($0)" }
    if !broken.isEmpty { throw damage("references are broken: \(broken)") }
  }

  private func checkContents(on connection: Connection) throws {
    guard let metadata = try StoreMetadata.read(on: connection) else {
      throw damage("the database is empty and not a store")
    }
    let found = try BackupManifest.Store(describing: store, metadata, on: connection)
    guard found.identifier == store.identifier, found.format == store.format,
      found.version == store.version
    else {
      throw damage(
        """
        the file is the store \(found.identifier), format \(found.format), version \
        \(found.version ?? "none"), instead of \(store.identifier), format \(store.format), version \
        \(store.version ?? "none")
        """)
    }
    for entity in store.entities where !found.entities.contains(entity) {
      let other = found.entities.first { $0.name == entity.name }
      throw damage(
        other?.checksum == entity.checksum
          ? "the store has \(other?.objects ?? 0) objects of \(entity.name) instead of \(entity.objects)"
          : "the entity \(entity.name) is missing or differs")
    }
    if let more = found.entities.first(where: { !store.entities.contains($0) }) {
      throw damage("the store has the entity \(more.name), which the manifest does not list")
    }
    let listed = Set(store.externalFiles.map(\.name))
    if let name = try ExternalTables.needed(on: connection).first(where: { !listed.contains($0) }) {
      throw damage("rows reference the file \(name), which the manifest does not list")
    }
  }
}

extension BackupManifest.Store {
  /// Creates a manifest's description of a database. The identifier, format, version and entities are
  /// read from the database. All other values are copied from another description.
  init(
    describing store: BackupManifest.Store, _ metadata: StoreMetadata, on connection: Connection
  ) throws {
    self = store
    identifier = metadata.identifier
    format = metadata.format
    version = metadata.version?.description
    entities = try StoreMetadata.descriptions(on: connection).map { entity in
      let objects = try StoreMetadata.count(entity, on: connection).objects
      return BackupManifest.Entity(
        name: entity.name, checksum: entity.checksum, objects: objects)
    }
  }
}
