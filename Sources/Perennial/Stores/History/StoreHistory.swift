import Foundation

/// The history of one open store. It enters transactions, and finds the transactions of other
/// containers.
///
/// Every container that opens a file draws a random number, its origin, and marks its transactions with
/// it. So it can distinguish the transactions of other containers, in this process or another one.
// Sendable: constants, `seen` and `isUncertain`, which are read and written under the lock, and the rest, which only the
// thread with the writing connection uses.
final class StoreHistory: @unchecked Sendable {
  let origin = Int64.random(in: 1...Int64.max)
  let storeIdentifier: String
  /// The entities of the history. In a migration's stage, these are not all entities of the file.
  let entities: [StoreEntity]
  /// The maximum age of transactions, in seconds; nil for no limit.
  private let retention: TimeInterval?
  private let writer: Connection
  private let lock = NSLock()
  /// Held while a reader looks for commits that the history does not name.
  private let lookingLock = NSLock()
  /// The number up to which all transactions of other containers are known here.
  private var seen: Int64
  /// `true` if the file has changes that no transaction of the history names, and that the contexts do not know.
  private var isUncertain = false
  /// The number of the last transaction, and the data version of the writing connection after it.
  private var last: (number: Int64, version: UInt32)?
  /// The commits of others that the writing connection knew of when it last looked for them.
  private var examined: HistoryTables.Commits
  /// `true` if other programs may have left notes of their changes since the last transaction.
  private var isAdoptionDue = true
  /// A Boolean value that indicates whether the next transaction deletes the ones that are too old: when the
  /// store was opened, another connection was writing.
  private var isPruningDue = false

  /// Opens the history of a store.
  ///
  /// - Parameter writer: The writing connection of the store. The history's tables must exist.
  init(
    _ storeIdentifier: String, _ entities: [StoreEntity], retention: TimeInterval?,
    on writer: Connection
  ) throws {
    self.storeIdentifier = storeIdentifier
    self.entities = entities
    self.retention = retention
    self.writer = writer
    examined = try HistoryTables.commits(on: writer)
    seen = examined.last
    writer.willCommitUnentered = { [weak self] writer in
      try HistoryTables.countUnentered(on: writer)
      self?.examined.unentered += 1
    }
  }

  // MARK: Own transactions

  /// Returns `true` if changes of an entity's objects are entered in the history.
  func records(_ entity: StoreEntity) -> Bool {
    entities.contains { $0.layout === entity.layout }
  }

  /// Returns the number of the transaction before the one that the writing connection has begun.
  func previous() throws -> Int64 {
    if let last, last.version == writer.dataVersion { return last.number }
    return try HistoryTables.last(on: writer)
  }

  /// Enters what other programs have written, as a transaction of its own, inside one that has begun.
  ///
  /// It has another origin than this container's, so that the contexts of this container receive it too.
  ///
  /// - Returns: `true` if a transaction was entered. The running one needs a later stamp.
  func adoptOtherPrograms() throws -> Bool {
    try examine()
    guard isAdoptionDue, try Self.enterOtherPrograms(on: writer) else { return false }
    // The number of the last transaction has changed.
    last = nil
    return true
  }

  /// Enters what other programs have written before a migration, inside its transaction: the notes have the names of
  /// before.
  static func adoptOtherPrograms(beforeMigrationOn connection: Connection) throws {
    let former = connection.clock
    defer { connection.clock = former }
    let clock = StoreClock(path: connection.path)
    connection.clock = clock
    clock.begin(on: connection)
    try clock.record(isInHistory: enterOtherPrograms(on: connection), on: connection)
  }

  /// - Returns: `false` if the history names all changes already.
  private static func enterOtherPrograms(on connection: Connection) throws -> Bool {
    let record = try OtherPrograms.adopt(on: connection)
    if record.isEmpty { return false }
    try HistoryWriter.insert(
      record, number: try HistoryTables.last(on: connection) + 1, author: OtherPrograms.author,
      cause: .user,
      origin: .random(in: 1...Int64.max), on: connection)
    return true
  }

  /// Records the number of a committed transaction. The writing connection must not have begun another
  /// one.
  func remember(_ number: Int64) {
    last = (number, writer.dataVersion)
    examined.last = number
    isAdoptionDue = false
  }

  /// Records that the contents of the file were replaced, by a transaction with a number.
  func rememberReplacement(_ number: Int64) {
    remember(number)
    isAdoptionDue = true
  }

  /// Records that a transaction of this container was committed. The writing connection must not have begun
  /// another one.
  func didCommit(_ number: Int64, after previous: Int64) {
    remember(number)
    lock.lock()
    defer { lock.unlock() }
    // A transaction of another container between the two is still to be found.
    if seen == previous { seen = number }
  }

  // MARK: Changes without a transaction

  // Other programs change rows without an entry. Their commits are noticed where another connection has committed and the
  // history has no new transaction. Which rows they have changed is unknown.

  /// Looks for commits that the history does not name. The writing connection has read the file, or begun a transaction.
  ///
  /// If another container has committed in the meantime, its transaction is taken for all that was committed.
  private func examine() throws {
    if let last, last.version == writer.dataVersion { return }
    let commits = try HistoryTables.commits(on: writer)
    if commits.others != examined.others {
      isAdoptionDue = true
      // The number of an own transaction that was rolled back is too great here.
      if commits.last == examined.last, commits.unentered <= examined.unentered {
        becomeUncertain()
      }
    }
    last = (commits.last, writer.dataVersion)
    examined = commits
  }

  private func becomeUncertain() {
    lock.lock()
    defer { lock.unlock() }
    isUncertain = true
  }

  /// Looks for commits that the history does not name, if a connection that reads finds the file changed.
  private func look(from connection: Connection) throws {
    let version = connection.dataVersion
    if connection.examinedVersion == version { return }
    // Another reader that looks has the writing connection for a moment. What it finds counts here too.
    lookingLock.lock()
    defer { lookingLock.unlock() }
    // A transaction that is running has looked at its beginning.
    guard writer.lockIfFree() else { return }
    defer { writer.unlock() }
    if writer.isInTransaction { return }
    // This reads the file.
    _ = try HistoryTables.last(on: writer)
    try examine()
    connection.examinedVersion = version
  }

  // MARK: Transactions of other containers

  /// Returns `true` if all transactions of the store are known here, and no other program has written to it.
  func isUpToDate(on connection: Connection) throws -> Bool {
    let last = try HistoryTables.last(on: connection)
    try look(from: connection)
    lock.lock()
    defer { lock.unlock() }
    return last <= seen && !isUncertain
  }

  /// Finds the transactions that other containers have committed since the last call.
  ///
  /// - Parameter deliver: Gets one change set for each transaction, and an unspecified one for what other programs have
  ///   written. Until it has returned, other threads wait in this method and in ``isUpToDate(on:)``. It must not run code
  ///   of the program.
  /// - Returns: The change sets.
  /// - Throws: ``SwiftDataError/storeFailure``. The next call looks for the same transactions.
  func catchUp(
    on connection: Connection, _ deliver: (ChangeSet) -> Void
  ) throws -> [ChangeSet] {
    let last = try HistoryTables.last(on: connection)
    try look(from: connection)
    lock.lock()
    defer { lock.unlock() }
    var events = last > seen ? try transactions(upTo: last, on: connection) : []
    if isUncertain {
      events.insert(.unentered, at: 0)
      isUncertain = false
    }
    for event in events { deliver(event) }
    return events
  }

  /// Returns a change set for each transaction of another container after the last known one, under the lock.
  private func transactions(
    upTo last: Int64, on connection: Connection
  ) throws -> [ChangeSet] {
    var events = try events(after: seen, on: connection, besides: origin)
    // The changes of transactions that were deleted before they were read here are unknown.
    let floor = try HistoryTables.floor(on: connection)
    if floor > seen, events.first.map({ !$0.isErasure && !$0.isRestoration }) ?? true,
      try !isOwnReplacement(floor + 1, on: connection)
    {
      events.insert(.unspecified, at: 0)
    }
    seen = max(last, events.last?.transactions[storeIdentifier] ?? 0)
    return events
  }

  /// Returns `true` if a transaction is an erasure or a restoration by this container, which publishes
  /// that itself.
  private func isOwnReplacement(_ number: Int64, on connection: Connection) throws -> Bool {
    let record = try connection.first(
      "SELECT changes FROM \(HistoryTables.transactions) WHERE id = ? AND origin = ?",
      [.integer(number), .integer(origin)]
    ) { row in
      try HistoryRecord(text: row.string(), transaction: number, path: connection.path)
    }
    return record?.isReplacement == true
  }

  /// Returns one change set for each transaction after a number.
  ///
  /// - Parameter origin: The origin whose transactions are left out.
  func events(
    after number: Int64, on connection: Connection, besides origin: Int64 = 0
  ) throws -> [ChangeSet] {
    let found = try connection.map(
      """
      SELECT id, author, changes FROM \(HistoryTables.transactions) \
      WHERE id > ? AND origin <> ? ORDER BY id
      """, [.integer(number), .integer(origin)]
    ) { row in
      (number: row.int64(), author: row.text(), text: row.string())
    }
    return found.map { number, author, text in
      var event = ChangeSet()
      do {
        let record = try HistoryRecord(text: text, transaction: number, path: connection.path)
        event = record.event(entities)
      } catch {
        Log.container.error("\(error)")
        event.isUnspecified = true
      }
      event.author = author
      event.transactions = [storeIdentifier: number]
      return event
    }
  }

  // MARK: Retention

  /// Deletes expired transactions when a store is opened. If there are none, this only reads. If
  /// another connection is writing, the next save deletes them.
  func pruneAtOpening(on connection: Connection) throws {
    guard let limit = try expiry(on: connection) else { return }
    let isDone = try connection.transactionIfUnlocked {
      try HistoryTables.delete(where: "time < ?", [limit], on: connection)
    }
    isPruningDue = !isDone
  }

  /// Deletes expired transactions, inside every 1,024th transaction, and inside the first one if another
  /// connection was writing when the store was opened.
  func pruneIfDue(at number: Int64, on connection: Connection) throws {
    guard isPruningDue || number % 1024 == 0 else { return }
    if let limit = try expiry(on: connection) {
      try HistoryTables.delete(where: "time < ?", [limit], on: connection)
    }
    isPruningDue = false
  }

  /// Returns the time before which transactions have expired; nil if no transaction has expired.
  private func expiry(on connection: Connection) throws -> SQLValue? {
    guard let retention else { return nil }
    let limit = SQLValue.real(Date().timeIntervalSinceReferenceDate - retention)
    let oldest = try connection.integers(
      """
      SELECT 1 FROM \(HistoryTables.transactions) WHERE \
      id = (SELECT min(id) FROM \(HistoryTables.transactions)) AND time < ?
      """, [limit])
    return oldest.isEmpty ? nil : limit
  }
}

extension _Storage.Row {
  /// Returns the text of the current column, or nil for NULL, and advances to the next column.
  mutating func text() -> String? {
    if _isNull {
      column += 1
      return nil
    }
    return string()
  }
}
