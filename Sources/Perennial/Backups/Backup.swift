public import Foundation

/// A backup of the stores of a container: a directory that exists either completely or not at all.
///
/// ```swift
/// try container.backUp(to: url)
///
/// let backup = try Backup(contentsOf: url)
/// try backup.verify()
/// try container.restore(from: backup)
/// ```
///
/// The directory may be moved, and copied by any means. Documentation/BackupFormat.md describes its contents.
/// Each of its stores can be opened like any other store, with `allowsSave: false`.
public struct Backup: Hashable, Identifiable, Sendable {
  /// One of the stores of a backup.
  public struct Store: Hashable, Sendable {
    /// The file of the store. It can be opened like any other store, with `allowsSave: false`.
    public let url: URL
    /// The name of the configuration that the store had.
    public let configurationName: String
    /// The identifier of the store. A restored store keeps it.
    public let storeIdentifier: String
    /// The version of the store's schema; nil if the program does not number its schemas.
    public let schemaVersion: Schema.Version?
    /// The number of objects of each entity, by entity name. Objects of a subclass count for their own
    /// entity.
    public let counts: [String: Int]
    /// The size in bytes, including the files beside the store.
    public let byteCount: Int

    init(_ store: BackupManifest.Store, in directory: URL) {
      url = directory.appendingPathComponent(store.file)
      configurationName = store.configuration
      storeIdentifier = store.identifier
      schemaVersion = store.version.flatMap(Schema.Version.init(text:))
      counts = Dictionary(store.entities.map { ($0.name, $0.objects) }, uniquingKeysWith: +)
      byteCount = store.byteCount
    }
  }

  /// The directory of the backup.
  public let url: URL
  /// The time of the state that the backup contains.
  public let date: Date
  /// The stores that the backup contains.
  public let stores: [Store]
  /// The operation that restoring the backup undoes, such as `reset`; nil if the backup was not made for one.
  ///
  /// The newest backup of each operation is kept regardless of the ``BackupRetention``.
  public var undoneOperation: String? { manifest.undoes }
  /// The automatic backups that were deleted by its ``BackupRetention`` when this backup was made. Empty if
  /// the backup was opened.
  public internal(set) var deletedBackups: [URL] = []
  let manifest: BackupManifest

  /// The directory of the backup.
  public var id: URL { url }

  /// The number of objects of each entity in all stores, by entity name.
  public var counts: [String: Int] {
    stores.reduce(into: [:]) { $0.merge($1.counts, uniquingKeysWith: +) }
  }

  /// The size in bytes. Files that an automatic backup shares with the store are included.
  public var byteCount: Int { stores.reduce(0) { $0 + $1.byteCount } }

  /// Opens a backup by reading its manifest. ``verify()`` checks its contents against the manifest.
  ///
  /// ```swift
  /// let backup = try Backup(contentsOf: url)
  /// for (entity, count) in backup.counts { print("\(count) of \(entity)") }
  /// ```
  ///
  /// - Throws: ``SwiftDataError/invalidBackup`` if the directory is missing, or is not a complete backup;
  ///   ``SwiftDataError/incompatibleBackup`` if a later version of the framework made it.
  public init(contentsOf url: URL) throws {
    self.url = URL(fileURLWithPath: url.path, isDirectory: true)
    manifest = try BackupManifest.read(from: url)
    date = try manifest.time()
    stores = manifest.stores.map { [directory = self.url] in Store($0, in: directory) }
  }

  /// Verifies that the backup is complete and unchanged: every byte of every file, and the structure,
  /// references, schemas and counts of the databases.
  ///
  /// Nothing is written. The cost is O(n) in ``byteCount``. The method reports to a current `Progress`. It
  /// stops if that progress, or the task, is cancelled.
  ///
  /// ```swift
  /// func verify(_ backup: Backup, reportingTo progress: Progress) throws {
  ///   progress.becomeCurrent(withPendingUnitCount: 1)
  ///   defer { progress.resignCurrent() }
  ///   try backup.verify()
  /// }
  /// ```
  ///
  /// - Throws: ``SwiftDataError/invalidBackup``, which names the file and the damage;
  ///   ``SwiftDataError/incompatibleBackup`` if a later version of the framework made a store;
  ///   `CancellationError`.
  public func verify() throws {
    let progress = OperationProgress(expected: byteCount)
    try verify(progress)
    progress.finish(byteCount)
  }

  /// Verifies the backup.
  ///
  /// - Parameter written: The number of bytes that the progress has already reported, if the backup was just
  ///   written. In that case its checksums are those of the written files.
  func verify(_ progress: OperationProgress, after written: Int? = nil) throws {
    var done = written ?? 0
    for store in manifest.stores {
      try progress.check()
      try BackupCheck(store, in: url).run(isNew: written != nil)
      done += store.byteCount
      progress.report(done)
    }
  }
}

extension Backup {
  /// Backups are equal if they have the same URL and equal manifests.
  public static func == (lhs: Backup, rhs: Backup) -> Bool {
    lhs.url == rhs.url && lhs.manifest == rhs.manifest
  }

  /// Feeds the URL and the manifest into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(url)
    hasher.combine(manifest)
  }
}

extension Backup: CustomStringConvertible {
  /// The name, the number of objects, and the operation that the backup undoes:
  /// `2026-01-31T23-59-59.123Z.backup, 29 objects, before reset`.
  public var description: String {
    let count = counts.values.reduce(0, +)
    let objects = "\(count) \(count == 1 ? "object" : "objects")"
    return ([url.lastPathComponent, objects] + (undoneOperation.map { ["before \($0)"] } ?? []))
      .joined(separator: ", ")
  }
}
