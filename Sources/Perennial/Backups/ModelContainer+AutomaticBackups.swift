public import Foundation

extension ModelContainer {
  /// Where automatic backups are: `NAME.store-backups` beside the first of the container's stores that is
  /// a file. Those of a container in memory are in a temporary directory, and go with it.
  public final var automaticBackupDirectory: URL { coordinator.automaticBackups.directory }

  /// The automatic backups that there are, the newest first.
  ///
  /// What cannot be read in their directory is left out, and logged.
  public final var automaticBackups: [Backup] { coordinator.automaticBackups.list() }

  /// Makes a backup of all stores that may be written, named by the time, and deletes older ones.
  ///
  /// It is as one by ``backUp(to:)``, except that it shares the files of external storage with the store,
  /// where the file system has links: so it is made as fast as the database is copied, and takes no room
  /// for them. It is there to take back a mistake; against the loss of the disk, or damage to it, make a
  /// backup elsewhere.
  ///
  /// - Parameters:
  ///   - retention: Which ones are kept. The one that is made always is, and so is the newest one of each
  ///     operation.
  ///   - operation: The name of an operation that follows, and that restoring the backup undoes, such as
  ///     `reset`. The same operation has the same name each time.
  /// - Returns: The backup. Its ``Backup/deletedBackups`` are those that were deleted.
  /// - Throws: As ``backUp(to:)``; ``SwiftDataError/readOnlyStore`` if no store may be written. None is
  ///   deleted then.
  @discardableResult
  public func backUpAutomatically(
    keeping retention: BackupRetention = .newest(5), undoing operation: String? = nil
  ) throws -> Backup {
    try coordinator.backUpAutomatically(keeping: retention, operation, OperationProgress())
  }

  /// As ``backUpAutomatically(keeping:undoing:)``, while the caller's actor does other things.
  ///
  /// - Parameter progress: As of ``backUp(to:progress:)``.
  @discardableResult
  public func backUpAutomatically(
    keeping retention: BackupRetention = .newest(5), undoing operation: String? = nil,
    progress: Progress
  ) async throws -> Backup {
    try await coordinator.outsideThePool(progress) {
      try $0.backUpAutomatically(keeping: retention, operation, $1)
    }
  }
}

extension Backup {
  /// The automatic backups of a store, the newest first; see ``ModelContainer/automaticBackups``. The store
  /// itself need not be there, or be sound.
  ///
  /// - Parameter url: The store's file.
  public static func automatic(ofStoreAt url: URL) -> [Backup] {
    AutomaticBackups(ofStoreAt: url.path).list()
  }
}

extension StoreCoordinator {
  var automaticBackups: AutomaticBackups {
    if let store = stores.first(where: { !$0.isInMemory }) {
      return AutomaticBackups(ofStoreAt: store.path)
    }
    return AutomaticBackups(directory: temporaryBackups.url)
  }

  func backUpAutomatically(
    keeping retention: BackupRetention, _ operation: String?, _ progress: OperationProgress
  ) throws -> Backup {
    try checkHasNoCustomStore("backed up")
    let stores = nesting.map { self.stores[$0] }.filter(\.allowsSave)
    if stores.isEmpty { throw self.stores.first?.readOnlyError ?? .readOnlyStore }
    let backups = automaticBackups
    var backup = try BackupWriter(
      stores, to: backups.next(), or: backups.next, sharesFiles: true, undoing: operation, progress
    ).run()
    backup.deletedBackups = backups.prune(retention, besides: backup)
    return backup
  }
}
