public import Foundation

extension ModelContainer {
  /// Makes a backup of all stores, with the files beside them, while they are in use.
  ///
  /// It shows one moment: that of the call, or shortly after. Of several stores it is the same moment, as
  /// far as saves go. Nobody has to wait for it, except that the writers of several stores, and all users
  /// of a store in memory, wait while the moment is taken hold of. What contexts have not saved is not in
  /// it.
  ///
  /// The backup is made beside its place under another name, read again and verified, and only then given
  /// its name. So a backup that exists is a whole one, whenever the process is killed. It reports to a
  /// current `Progress`, and stops if that, or the task, is cancelled.
  ///
  /// ```swift
  /// let backup = try container.backUp(to: directory.appendingPathComponent("recipes.backup"))
  /// print(backup.counts["Recipe"] ?? 0)
  /// ```
  ///
  /// O(n) in the size of the stores.
  ///
  /// - Parameter url: Where the backup is to be: a directory that is not there yet. The one around it is
  ///   made if it is missing.
  /// - Throws: ``SwiftDataError/backupFailure``, also if there is something at the place already;
  ///   ``SwiftDataError/missingExternalFile`` if the store itself lacks a file;
  ///   ``SwiftDataError/unsupportedFeature`` for a custom store, and in the block of a batch insertion;
  ///   `CancellationError`.
  @discardableResult
  public func backUp(to url: URL) throws -> Backup {
    try coordinator.backUp(to: url, OperationProgress())
  }

  /// As ``backUp(to:)``, while the caller's actor does other things.
  ///
  /// - Parameter progress: Is told how many bytes there are, and how many are written and verified. To
  ///   cancel it is to stop, as it is to cancel the task.
  @discardableResult
  public func backUp(to url: URL, progress: Progress) async throws -> Backup {
    try await coordinator.outsideThePool(progress) { try $0.backUp(to: url, $1) }
  }

  /// Puts a backup in the place of what the stores have.
  ///
  /// The backup is verified, copied beside the stores and, if it was made with an earlier schema, migrated
  /// as a store would be that is opened. Then it takes their place, in one transaction for each store, that
  /// readers of all processes see at once. If anything goes wrong, nothing has happened; if the process is
  /// killed, a store has the old contents or the new ones.
  ///
  /// The container, its contexts and its observers stay in use:
  ///
  /// - Objects that are in the backup take its values in place, and their observers and live results are
  ///   told. Objects that are not keep their last values, and belong to no context.
  /// - Unsaved changes stay unsaved, and are written by the next save, by the context's
  ///   ``ModelContext/mergePolicy``, as when others have saved. Those of objects that are not in the backup
  ///   are dropped, and references to such are emptied; the policy ``MergePolicy/error`` has the next save
  ///   tell of it. What could be undone cannot be undone any more.
  /// - Other containers and processes on the same files follow likewise.
  /// - Tokens of the history expire: the history begins anew, with a transaction that says so
  ///   (``DefaultHistoryTransaction/isRestoration``). The stores keep their identifiers.
  ///
  /// A store of the backup belongs to the container's store with its identifier, or else to the one whose
  /// configuration has its name. Stores that were opened with `allowsSave: false` are left as they are.
  /// It reports to a current `Progress`, and stops, if that or the task is cancelled, until the moment of
  /// the exchange.
  ///
  /// O(n) in the size of the backup. Saves wait during the exchange itself, which writes the pages of the
  /// backup to the log.
  ///
  /// - Throws: ``SwiftDataError/invalidBackup`` if it is damaged; ``SwiftDataError/incompatibleBackup`` if it
  ///   is of other stores or models; ``SwiftDataError/backwardMigration``,
  ///   ``SwiftDataError/unknownSchema`` and ``SwiftDataError/migrationFailure`` if it cannot be migrated;
  ///   ``SwiftDataError/storeFailure`` and ``SwiftDataError/readOnlyStore`` if it cannot be written;
  ///   ``SwiftDataError/unsupportedFeature`` for a custom store, and in the block of a batch insertion;
  ///   `CancellationError`. Nothing was changed then; but see ``SwiftDataError/partialSave``.
  public func restore(from backup: Backup) throws {
    try coordinator.restore(backup, OperationProgress())
  }

  /// As ``restore(from:)``, while the caller's actor does other things.
  ///
  /// - Parameter progress: Is told how many bytes there are, and how many are verified and copied. To
  ///   cancel it is to stop, as it is to cancel the task.
  public func restore(from backup: Backup, progress: Progress) async throws {
    try await coordinator.outsideThePool(progress) { try $0.restore(backup, $1) }
  }
}

extension StoreCoordinator {
  func backUp(to url: URL, _ progress: OperationProgress) throws -> Backup {
    try checkHasNoCustomStore("backed up")
    return try BackupWriter(
      nesting.map { stores[$0] }, to: url, sharesFiles: false, progress
    ).run()
  }
}
