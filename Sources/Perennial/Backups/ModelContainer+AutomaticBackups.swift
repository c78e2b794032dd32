public import Foundation

extension ModelContainer {
  /// The directory of the automatic backups: `NAME.store-backups` beside the first of the container's stores
  /// that is a file. The backups of a container in memory are in a temporary directory, which is removed with
  /// the container.
  public final var automaticBackupDirectory: URL { coordinator.automaticBackups.directory }

  /// The automatic backups, the newest first.
  ///
  /// Backups that cannot be read are omitted and logged.
  ///
  /// ```swift
  /// for backup in container.automaticBackups { print(backup.date, backup) }
  /// ```
  public final var automaticBackups: [Backup] { coordinator.automaticBackups.list() }

  /// Makes a backup of all writable stores, named by the time, and deletes older automatic backups.
  ///
  /// Unlike a backup by ``backUp(to:)``, it shares the files of external storage with the store if the file
  /// system has hard links. Then it takes only as long as copying the database, and these files take no
  /// additional space. Use it to undo mistakes. To protect against loss of the disk, or damage to it, make a
  /// backup elsewhere.
  ///
  /// ```swift
  /// let backup = try container.backUpAutomatically(undoing: "cleanup")
  /// try context.delete(model: Post.self, where: #Predicate { $0.isHidden })
  /// // The user wants the posts back:
  /// try container.restore(from: backup)
  /// ```
  ///
  /// - Parameters:
  ///   - retention: The backups to keep. The new backup and the newest backup of each operation are always
  ///     kept.
  ///   - operation: The name of an operation that follows, and that restoring the backup undoes, such as
  ///     `reset`. Use the same name each time for the same operation.
  /// - Returns: The backup. Its ``Backup/deletedBackups`` are the backups that were deleted.
  /// - Throws: The errors of ``backUp(to:)``; ``SwiftDataError/readOnlyStore`` if no store is writable. In
  ///   that case no backup is deleted.
  @discardableResult
  public func backUpAutomatically(
    keeping retention: BackupRetention = .newest(5), undoing operation: String? = nil
  ) throws -> Backup {
    try coordinator.backUpAutomatically(keeping: retention, operation, OperationProgress())
  }

  /// Makes an automatic backup like ``backUpAutomatically(keeping:undoing:)``, without blocking the caller's
  /// actor.
  ///
  /// ```swift
  /// let progress = Progress(totalUnitCount: 1)
  /// try await container.backUpAutomatically(keeping: .newest(3), progress: progress)
  /// ```
  ///
  /// - Parameters:
  ///   - retention: The backups to keep, besides the new one and the newest of each operation.
  ///   - operation: The name of an operation that follows, and that restoring the backup undoes.
  ///   - progress: The progress to update, as in ``backUp(to:progress:)``.
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
  /// Returns the automatic backups of a store, the newest first; see ``ModelContainer/automaticBackups``. The
  /// store itself may be missing or damaged.
  ///
  /// ```swift
  /// if let newest = Backup.automatic(ofStoreAt: url).first { try newest.verify() }
  /// ```
  ///
  /// - Parameter url: The store's file.
  public static func automatic(ofStoreAt url: URL) -> [Backup] {
    AutomaticBackups(ofStoreAt: url.path).list()
  }
}
