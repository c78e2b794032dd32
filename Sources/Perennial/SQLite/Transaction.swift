import PerennialSQLite

/// A transaction of a connection, or a savepoint inside one. No other code begins or ends SQLite's
/// transactions.
struct Transaction {
  enum Kind {
    /// A consistent view of the file, which begins with the first read.
    case reading
    /// Changes of the file. Waits for other connections that write.
    case writing
    /// A part of the connection's transaction that can be rolled back by itself.
    case savepoint
  }

  private let connection: Connection
  private let kind: Kind
  private let suspendsForeignKeys: Bool
  private let files: ExternalFiles?
  /// The number of rows that the connection had written before.
  private let formerChanges: Int32

  /// Begins a transaction.
  ///
  /// - Parameters:
  ///   - checksReferences: `false` if writes neither check foreign keys nor apply their actions. A savepoint
  ///     has the setting of its transaction, because SQLite ignores the switch inside a transaction.
  ///   - files: The files beside the database that the transaction may add to; nil for none.
  init(
    _ kind: Kind, on connection: Connection, checksReferences: Bool = true,
    files: ExternalFiles? = nil
  ) throws {
    self.connection = connection
    self.kind = kind
    self.files = files
    formerChanges = sqlite3_total_changes(connection.handle)
    connection.isEntered = kind == .savepoint ? connection.isEntered : false
    files?.begin()
    suspendsForeignKeys = kind == .writing && !checksReferences
    if kind == .writing { try connection.setForeignKeys(checksReferences) }
    do {
      switch kind {
      case .reading: try connection.run("BEGIN")
      case .writing: try Self.beginWriting(on: connection)
      case .savepoint: try connection.run("SAVEPOINT _perennial")
      }
    } catch {
      end()
      throw error
    }
  }

  private static func beginWriting(on connection: Connection) throws {
    try connection.run("BEGIN IMMEDIATE")
    do {
      try connection.triggers.begin()
    } catch {
      try? connection.run("ROLLBACK")
      try? connection.triggers.didRollBack()
      throw error
    }
  }

  /// Commits the changes; those of a savepoint with its transaction.
  func commit() throws {
    try files?.settle()
    if kind == .savepoint { return try connection.run("RELEASE _perennial") }
    if kind == .writing, !connection.isEntered,
      sqlite3_total_changes(connection.handle) != formerChanges
    {
      try connection.willCommitUnentered?(connection)
    }
    do {
      try connection.run("COMMIT")
    } catch {
      throw connection.refusedCommitError ?? error
    }
    if kind == .writing { connection.triggers.didCommit() }
  }

  /// Rolls the changes back, unless SQLite has done so by itself (a full disk, an I/O error).
  ///
  /// - Throws: ``SwiftDataError/storeFailure``, also for a savepoint whose transaction SQLite has ended.
  func rollback() throws {
    defer { files?.abandon() }
    if kind != .savepoint {
      if connection.isInTransaction { try connection.run("ROLLBACK") }
      return try connection.triggers.didRollBack()
    }
    try connection.run("ROLLBACK TO _perennial")
    try connection.run("RELEASE _perennial")
    try connection.triggers.didRollBack()
  }

  /// Switches foreign keys on again. If SQLite refuses, the next transaction that needs them tries again. It
  /// throws if SQLite still refuses, so that no unchecked rows are written.
  func end() {
    guard suspendsForeignKeys else { return }
    do {
      try connection.setForeignKeys(true)
    } catch {
      Log.container.error("\(connection.path): foreign keys were not switched on again: \(error)")
    }
  }
}

extension Transaction {
  /// Runs a block, and commits all of its changes, or none if it throws.
  fileprivate func run<Result>(_ body: () throws -> Result) throws -> Result {
    defer { end() }
    do {
      let result = try body()
      try commit()
      return result
    } catch {
      try? rollback()
      throw error
    }
  }
}

extension Connection {
  /// Runs a block in a transaction. Commits all of its changes, or none if it throws.
  func transaction<Result>(
    checksReferences: Bool = true, _ body: () throws -> Result
  ) throws -> Result {
    try Transaction(.writing, on: self, checksReferences: checksReferences).run(body)
  }

  /// Runs a block in a transaction if no other connection is writing. Does not wait.
  ///
  /// - Returns: `false` if another connection has the write lock, and the block did not run.
  func transactionIfUnlocked(_ body: () throws -> Void) throws -> Bool {
    let patience = Int32(truncatingIfNeeded: try integers("PRAGMA busy_timeout").first ?? 0)
    sqlite3_busy_timeout(handle, 0)
    defer { sqlite3_busy_timeout(handle, patience) }
    let transaction: Transaction
    do {
      transaction = try Transaction(.writing, on: self)
    } catch {
      if isLockedOut { return false }
      throw error
    }
    try transaction.run(body)
    return true
  }

  /// Runs a block in a transaction, and rolls the transaction back.
  ///
  /// - Parameter isWriting: `true` if the block writes.
  func dryRun<Result>(
    isWriting: Bool, checksReferences: Bool = true, _ body: () throws -> Result
  ) throws -> Result {
    let transaction = try Transaction(
      isWriting ? .writing : .reading, on: self, checksReferences: checksReferences)
    defer { transaction.end() }
    let result = Swift.Result { try body() }
    try transaction.rollback()
    return try result.get()
  }
}
