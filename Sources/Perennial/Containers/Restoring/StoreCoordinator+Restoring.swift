import Foundation

// Replacing the contents of a container's stores with a backup.

extension StoreCoordinator {
  /// Restores a backup.
  ///
  /// - Throws: The errors of ``ModelContainer/restore(from:)``.
  func restore(_ backup: Backup, _ progress: OperationProgress) throws {
    // The manifest may have changed since the backup was opened.
    let backup = try Backup(contentsOf: backup.url)
    let parts = try BackupStaging.all(in: backup, for: self, progress: progress)
    for part in parts { try part.store.checkIsIdle() }
    progress.expect(2 * backup.byteCount)
    try backup.verify(progress)
    let migrations = attachment(ContainerMigrations.self)?.stores ?? []
    do {
      var staged: [(number: Int, StagedStore)] = []
      for part in parts {
        let migration = migrations.indices.contains(part.number) ? migrations[part.number] : nil
        staged.append((part.number, try part.run(migration)))
      }
      try replaceContents(with: staged)
    } catch let error as SwiftDataError where error != .partialSave {
      throw error.because(
        "\(backup.url.path) was not restored: \(error.explanation) Nothing was changed.",
        error.identifiers, underlying: error.underlyingError)
    }
    progress.finish(2 * backup.byteCount)
  }

  private func replaceContents(with staged: [(number: Int, store: StagedStore)]) throws {
    let request = CommitRequest(
      stores: staged.map(\.number),
      replacements: Dictionary(uniqueKeysWithValues: staged.map { ($0.number, $0.store) }))
    let commit = try commit(
      request, settling: { _ in for part in staged { part.store.store.settleReplacement() } }
    ) { _ in }
    let failure = commit.partialSave(
      request.stores, of: stores, operation: "restored",
      remedy: "Restore the backup again to finish")
    if let failure { throw failure }
  }
}
