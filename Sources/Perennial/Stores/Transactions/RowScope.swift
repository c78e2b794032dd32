/// A transaction that writes rows, together with the external files that they reference.
struct RowScope: TransactionScope {
  private let transaction: Transaction
  private let files: ExternalFiles?
  /// `true` if the commit removes the files that no row names any more; `false` inside a migration's stage,
  /// where the transaction is a savepoint of the migration's transaction.
  private let sweepsFiles: Bool

  /// Begins the transaction of a store.
  ///
  /// - Parameter checksReferences: `false` to neither check foreign keys nor apply their actions.
  init(_ store: SQLiteStore, checksReferences: Bool) throws {
    try self.init(
      store.isStage ? .savepoint : .writing, on: store.writer,
      store.hasExternalStorage ? store.writer.files : nil, checksReferences: checksReferences,
      sweepsFiles: !store.isStage)
  }

  /// Begins a transaction.
  ///
  /// - Parameters:
  ///   - files: The files beside the database; nil if it has none.
  ///   - sweepsFiles: `true` to remove the files that no row names any more, after the commit. The database
  ///     must have the tables of external storage.
  init(
    _ kind: Transaction.Kind, on connection: Connection, _ files: ExternalFiles?,
    checksReferences: Bool = true, sweepsFiles: Bool = false
  ) throws {
    self.files = files
    self.sweepsFiles = sweepsFiles
    files?.begin()
    transaction = try Transaction(kind, on: connection, checksReferences: checksReferences)
  }

  func commit() throws {
    try files?.settle()
    try transaction.commit()
    if sweepsFiles { files?.sweep() }
  }

  func rollback() {
    try? transaction.rollback()
    files?.abandon()
  }

  func end() { transaction.end() }
}
