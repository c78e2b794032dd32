public import Foundation

extension ModelContainer {
  /// Replaces the contents of the stores with a backup.
  ///
  /// The backup is verified and copied beside the stores. If it was made with an earlier schema, the copy is
  /// migrated like a store that is opened. Then it replaces the contents of the stores, in one transaction
  /// for each store. Readers in all processes see the new contents at once. If an error is thrown, nothing
  /// has changed. If the process is killed, a store has either the old contents or the new ones.
  ///
  /// The container, its contexts and its observers stay in use:
  ///
  /// - Objects that are in the backup get its values in place, and their observers and live results are
  ///   notified. Objects that are not in the backup keep their last values, and belong to no context.
  /// - Unsaved changes stay unsaved. The next save writes them by the context's ``ModelContext/mergePolicy``,
  ///   as it does after remote changes. Unsaved changes of objects that are not in the backup are discarded,
  ///   and references to such objects are set to nil. With the policy ``MergePolicy/error`` the next save
  ///   throws ``SwiftDataError/mergeConflict``. The undo steps from before the restoration are discarded.
  /// - Other containers and processes that use the same files update in the same way.
  /// - History tokens expire. The history begins again with a transaction whose
  ///   ``DefaultHistoryTransaction/isRestoration`` is `true`. The stores keep their identifiers.
  ///
  /// A store of the backup replaces the contents of the container's store with the same identifier. If there
  /// is none, it replaces those of the store whose configuration has the same name. Stores that were opened
  /// with `allowsSave: false` are unchanged. The method reports to a current `Progress`. Until the contents
  /// are replaced, it stops if that progress, or the task, is cancelled.
  ///
  /// O(n) in the size of the backup. Saves wait only during the replacement itself, which writes the pages of
  /// the backup to the write-ahead log.
  ///
  /// ```swift
  /// let backup = try Backup(contentsOf: url)
  /// try container.restore(from: backup)
  /// ```
  ///
  /// - Throws: ``SwiftDataError/invalidBackup`` if the backup is damaged;
  ///   ``SwiftDataError/incompatibleBackup`` if it is of other stores or models;
  ///   ``SwiftDataError/backwardMigration``, ``SwiftDataError/unknownSchema`` and
  ///   ``SwiftDataError/migrationFailure`` if it cannot be migrated; ``SwiftDataError/storeFailure`` and
  ///   ``SwiftDataError/readOnlyStore`` if the stores cannot be written;
  ///   ``SwiftDataError/unsupportedFeature`` for a custom store, and in the block of a batch insertion;
  ///   `CancellationError`. In these cases nothing was changed; but see ``SwiftDataError/partialSave``.
  public func restore(from backup: Backup) throws {
    try coordinator.restore(backup, OperationProgress())
  }

  /// Restores a backup like ``restore(from:)``, without blocking the caller's actor.
  ///
  /// ```swift
  /// let progress = Progress(totalUnitCount: 1)
  /// try await container.restore(from: backup, progress: progress)
  /// ```
  ///
  /// - Parameters:
  ///   - backup: The backup to restore.
  ///   - progress: The progress, which gets the total number of bytes, and the number of bytes verified and
  ///     copied so far. Cancelling it stops the operation, and so does cancelling the task.
  public func restore(from backup: Backup, progress: Progress) async throws {
    try await coordinator.outsideThePool(progress) { try $0.restore(backup, $1) }
  }
}
