public import Foundation

extension ModelContainer {
  /// Makes a backup of all stores, with the files beside them, while they are in use.
  ///
  /// The backup contains the state at the time of the call, or shortly after it. No save is in the backup of
  /// one store and missing in that of another. Reads and saves do not wait for the backup, with two
  /// exceptions: while the snapshots are taken, the writers of several stores wait, and so do all users of a
  /// store in memory. Unsaved changes of contexts are not in the backup.
  ///
  /// The backup is made beside its destination under another name, then read and verified, and only then
  /// renamed. Therefore a backup that exists is complete, even if the process is killed. The method reports
  /// to a current `Progress`. It stops if that progress, or the task, is cancelled.
  ///
  /// ```swift
  /// let backup = try container.backUp(to: directory.appendingPathComponent("recipes.backup"))
  /// print(backup.counts["Recipe"] ?? 0)
  /// ```
  ///
  /// O(n) in the size of the stores.
  ///
  /// - Parameter url: The directory of the backup, which must not exist yet. The directory that contains it
  ///   is created if it is missing.
  /// - Throws: ``SwiftDataError/backupFailure``, also if the URL already exists;
  ///   ``SwiftDataError/missingExternalFile`` if the store itself lacks a file;
  ///   ``SwiftDataError/unsupportedFeature`` for a custom store, and in the block of a batch insertion;
  ///   `CancellationError`.
  @discardableResult
  public func backUp(to url: URL) throws -> Backup {
    try coordinator.backUp(to: url, OperationProgress())
  }

  /// Makes a backup like ``backUp(to:)``, without blocking the caller's actor.
  ///
  /// ```swift
  /// let progress = Progress(totalUnitCount: 1)
  /// let backup = try await container.backUp(to: url, progress: progress)
  /// ```
  ///
  /// - Parameters:
  ///   - url: The directory of the backup, which must not exist yet.
  ///   - progress: The progress, which gets the total number of bytes, and the number of bytes written and
  ///     verified so far. Cancelling it stops the operation, and so does cancelling the task.
  @discardableResult
  public func backUp(to url: URL, progress: Progress) async throws -> Backup {
    try await coordinator.outsideThePool(progress) { try $0.backUp(to: url, $1) }
  }
}
