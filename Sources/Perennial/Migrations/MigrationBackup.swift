import Foundation

/// The automatic backup of a store from which a migration without a plan removes values.
struct MigrationBackup {
  let configuration: ModelConfiguration

  /// Makes the backup, inside the migration's transaction. The backup has the committed state from before the
  /// migration, as another connection reads it.
  ///
  /// - Throws: ``SwiftDataError/migrationFailure`` if the backup cannot be made.
  func make(before removals: [ValueRemoval.Found]) throws -> Backup {
    let path = configuration.url.path
    let names = removals.map(\.description).joined(separator: ", ")
    let backups = AutomaticBackups(ofStoreAt: path)
    let file = StoreFile(configuration)
    do {
      let backup = try BackupWriter(
        taking: { [try StoreSnapshot(of: file)] }, to: backups.next(), or: backups.next,
        sharesFiles: true, OperationProgress()
      ).run()
      Log.container.notice(
        "\(path): a migration removes values (\(names)); a backup with them is \(backup.url.path)")
      return backup
    } catch {
      let reason = (error as? SwiftDataError)?.explanation ?? error.localizedDescription
      throw SwiftDataError.migrationFailure.because(
        """
        \(path) was left unchanged. The migration would remove values (\(names)), but the automatic \
        backup before it could not be made in \(backups.directory.path): \(reason). Free space there, or \
        make the directory writable; or keep the properties; or remove them in a stage of a migration \
        plan, which does not need a backup.
        """, underlying: error)
    }
  }
}
