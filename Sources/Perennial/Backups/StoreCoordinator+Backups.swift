import Dispatch
import Foundation

// The backups of a container's stores.

extension StoreCoordinator {
  /// Makes a backup of all stores.
  ///
  /// - Throws: The errors of ``ModelContainer/backUp(to:)``.
  func backUp(to url: URL, _ progress: OperationProgress) throws -> Backup {
    try checkHasNoCustomStore("backed up")
    return try BackupWriter(
      taking: { try StoreSnapshot.take(of: self.nesting.map { self.stores[$0] }) }, to: url,
      sharesFiles: false, progress
    ).run()
  }

  /// Throws if the container has a custom store.
  ///
  /// - Throws: ``SwiftDataError/unsupportedFeature``.
  func checkHasNoCustomStore(_ participle: String) throws {
    guard let store = stores.first(where: { $0.isMirror }) else { return }
    throw SwiftDataError.unsupportedFeature.because(
      """
      the custom store “\(store.configuration.name)” cannot be \(participle): only its own program \
      can do that. Give the other stores a container of their own
      """)
  }

  // MARK: Automatic backups

  /// The automatic backups, which lie beside the first store that is a file.
  var automaticBackups: AutomaticBackups {
    if let store = stores.first(where: { !$0.isInMemory }) {
      return AutomaticBackups(ofStoreAt: store.path)
    }
    // The directory is removed with the container.
    let directory = attachment(orAttaching: TemporaryDirectory(prefix: "perennial-backups"))
    return AutomaticBackups(directory: directory.url)
  }

  /// Makes an automatic backup of the writable stores, and deletes old ones.
  ///
  /// - Parameter operation: The operation that the backup can undo; nil for none.
  /// - Throws: The errors of ``ModelContainer/backUpAutomatically(keeping:undoing:)``.
  func backUpAutomatically(
    keeping retention: BackupRetention, _ operation: String?, _ progress: OperationProgress
  ) throws -> Backup {
    try checkHasNoCustomStore("backed up")
    let stores = nesting.map { self.stores[$0] }.filter(\.allowsSave)
    if stores.isEmpty { throw self.stores.first?.readOnlyError ?? .readOnlyStore }
    let backups = automaticBackups
    var backup = try BackupWriter(
      taking: { try StoreSnapshot.take(of: stores) }, to: backups.next(), or: backups.next,
      sharesFiles: true, undoing: operation, progress
    ).run()
    backup.deletedBackups = backups.prune(retention, besides: backup)
    return backup
  }

  // MARK: Waiting

  /// Runs work that waits for a disk outside the cooperative thread pool, where it would block one of the few
  /// threads that run all tasks of the program. If the task is cancelled, the progress is cancelled.
  func outsideThePool<Result: Sendable>(
    _ progress: Progress,
    _ work: @escaping @Sendable (StoreCoordinator, OperationProgress) throws -> Result
  ) async throws -> Result {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(with: Swift.Result { try work(self, OperationProgress(progress)) })
        }
      }
    } onCancel: {
      progress.cancel()
    }
  }
}
