public import Foundation

/// A backup of the stores of a container: a directory that is there as a whole, or not at all.
///
/// ```swift
/// let backup = try container.backUp(to: url)
/// …
/// let backup = try Backup(contentsOf: url)
/// try backup.verify()
/// try container.restore(from: backup)
/// ```
///
/// It may be moved, and copied by any means; Documentation/FileFormat.md says what is in it. Each of
/// its stores can be opened like any other, with `allowsSave: false`.
public struct Backup: Hashable, Identifiable, Sendable {
  /// One of the stores of a backup.
  public struct Store: Hashable, Sendable {
    /// Its file. It can be opened like any other store, with `allowsSave: false`.
    public let url: URL
    /// The name of the configuration that the store had.
    public let configurationName: String
    public let storeIdentifier: String
    /// The version of its schema, if the program gives its schemas versions.
    public let schemaVersion: Schema.Version?
    /// How many objects there are, by the names of entities. Objects of a subclass count for their
    /// own entity.
    public let counts: [String: Int]
    /// How large it is, with the files beside it.
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

  /// The directory.
  public let url: URL
  /// The moment that it shows.
  public let date: Date
  public let stores: [Store]
  /// The operation that restoring the backup undoes, such as `reset`; nil if the backup was not made for one.
  ///
  /// The newest backup of each operation outlives every ``BackupRetention``.
  public var undoneOperation: String? { manifest.undoes }
  /// The automatic backups that were deleted when this one was made, as its ``BackupRetention`` says. None if
  /// the backup was opened.
  public internal(set) var deletedBackups: [URL] = []
  let manifest: BackupManifest

  public var id: URL { url }

  /// How many objects there are in all stores, by the names of entities.
  public var counts: [String: Int] {
    stores.reduce(into: [:]) { $0.merge($1.counts, uniquingKeysWith: +) }
  }

  /// How large it is. Files that an automatic backup shares with the store count too.
  public var byteCount: Int { stores.reduce(0) { $0 + $1.byteCount } }

  /// Opens a backup, which is to read what it says of itself; ``verify()`` tells whether that is so.
  ///
  /// - Throws: ``SwiftDataError/invalidBackup`` if there is none at this place, or not a whole one;
  ///   ``SwiftDataError/incompatibleBackup`` if a later version of the framework has made it.
  public init(contentsOf url: URL) throws {
    self.url = URL(fileURLWithPath: url.path, isDirectory: true)
    manifest = try BackupManifest.read(from: url)
    date = try manifest.time()
    stores = manifest.stores.map { [directory = self.url] in Store($0, in: directory) }
  }

  /// Looks whether everything is there, and as it was when the backup was made: every byte of every
  /// file, the structure of the databases, their references, schemas and counts.
  ///
  /// Nothing is written. O(n) in ``byteCount``. It reports to a current `Progress`, and stops if that,
  /// or the task, is cancelled.
  ///
  /// - Throws: ``SwiftDataError/invalidBackup``, which names the file and what is wrong with it;
  ///   ``SwiftDataError/incompatibleBackup`` if a later version of the framework has made a store;
  ///   `CancellationError`.
  public func verify() throws {
    let progress = OperationProgress(expected: byteCount)
    try verify(progress)
    progress.finish(byteCount)
  }

  /// - Parameter written: How many bytes the progress has behind it, if the backup was written just now,
  ///   so that its checksums are those of what is there.
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
  /// Backups are equal if they are at one place and say the same of themselves.
  public static func == (lhs: Backup, rhs: Backup) -> Bool {
    lhs.url == rhs.url && lhs.manifest == rhs.manifest
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(url)
    hasher.combine(manifest)
  }
}

extension Backup: CustomStringConvertible {
  /// The name, the number of objects and the operation that the backup undoes:
  /// `2026-01-31T23-59-59.123Z.backup, 29 objects, before reset`.
  public var description: String {
    let count = counts.values.reduce(0, +)
    let objects = "\(count) \(count == 1 ? "object" : "objects")"
    return ([url.lastPathComponent, objects] + (undoneOperation.map { ["before \($0)"] } ?? []))
      .joined(separator: ", ")
  }
}
