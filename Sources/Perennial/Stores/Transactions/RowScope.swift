/// A transaction that writes rows, together with the external files that they reference. Inside a
/// migration's stage, it is a savepoint of the migration's transaction.
struct RowScope: TransactionScope {
  private let connection: Connection
  private let checksReferences: Bool
  private let isStage: Bool
  private let files: ExternalFiles?

  /// Begins the transaction.
  ///
  /// - Parameter checksReferences: `false` to neither check foreign keys nor apply their actions.
  init(_ store: SQLiteStore, checksReferences: Bool) throws {
    connection = store.writer
    self.checksReferences = checksReferences
    isStage = try store.isStage
    files = store.hasExternalStorage ? connection.files : nil
    // SQLite ignores the switch inside a transaction.
    if !checksReferences { try connection.run("PRAGMA foreign_keys = OFF") }
    files?.begin()
    do {
      try connection.run(isStage ? "SAVEPOINT _perennial" : "BEGIN IMMEDIATE")
    } catch {
      end()
      throw error
    }
  }

  func commit() throws {
    try files?.settle()
    if isStage { return try connection.run("RELEASE _perennial") }
    do {
      try connection.run("COMMIT")
    } catch {
      throw connection.refusedCommitError ?? error
    }
    files?.sweep()
  }

  func rollback() {
    // SQLite may have ended the transaction by itself (a full disk, an I/O error).
    if connection.isInTransaction {
      if isStage {
        try? connection.run("ROLLBACK TO _perennial")
        try? connection.run("RELEASE _perennial")
      } else {
        try? connection.run("ROLLBACK")
      }
    }
    files?.abandon()
  }

  func end() {
    if checksReferences { return }
    do {
      try connection.run("PRAGMA foreign_keys = ON")
    } catch {
      Log.container.error("\(connection.path): foreign keys stay unchecked: \(error)")
    }
  }
}
