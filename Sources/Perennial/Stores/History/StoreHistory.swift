import Foundation

/// The history of one open store. It enters transactions, and finds the transactions of other
/// containers.
///
/// Every container that opens a file draws a random number, its origin, and marks its transactions with
/// it. So it can distinguish the transactions of other containers, in this process or another one.
// Sendable: constants, `seen`, which is read and written under the lock, and `last` and `isPruningDue`,
// which only the thread with the writing connection uses.
final class StoreHistory: @unchecked Sendable {
  let origin = Int64.random(in: 1...Int64.max)
  let storeIdentifier: String
  /// The entities of the history. In a migration's stage, these are not all entities of the file.
  let entities: [StoreEntity]
  /// The maximum age of transactions, in seconds; nil for no limit.
  private let retention: TimeInterval?
  private let lock = NSLock()
  /// The number up to which all transactions of other containers are known here.
  private var seen: Int64
  /// The number of the last transaction, and the data version of the writing connection after it.
  private var last: (number: Int64, version: UInt32)?
  /// A Boolean value that indicates whether the next transaction deletes the ones that are too old: when the
  /// store was opened, another connection was writing.
  private var isPruningDue = false

  /// Opens the history of a store.
  ///
  /// - Parameter connection: A connection to the store. The history's tables must exist.
  init(
    _ storeIdentifier: String, _ entities: [StoreEntity], retention: TimeInterval?,
    on connection: Connection
  ) throws {
    self.storeIdentifier = storeIdentifier
    self.entities = entities
    self.retention = retention
    seen = try HistoryTables.last(on: connection)
  }

  // MARK: Own transactions

  /// Returns `true` if changes of an entity's objects are entered in the history.
  func records(_ entity: StoreEntity) -> Bool {
    entities.contains { $0.layout === entity.layout }
  }

  /// Returns the number of the transaction before the one that the writing connection has begun.
  func previous(on writer: Connection) throws -> Int64 {
    if let last, last.version == writer.dataVersion { return last.number }
    return try HistoryTables.last(on: writer)
  }

  /// Enters what other programs have written, as a transaction of its own, inside one that has begun.
  ///
  /// It has another origin than this container's, so that the contexts of this container receive it too.
  ///
  /// - Returns: `true` if a transaction was entered. The running one needs a later stamp.
  func adoptOtherPrograms(on writer: Connection) throws -> Bool {
    if let last, last.version == writer.dataVersion { return false }
    return try Self.enterOtherPrograms(on: writer)
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
    let record = try PresetEditNotes.adopt(on: connection)
    if record.isEmpty { return false }
    try HistoryWriter.insert(
      record, try HistoryTables.last(on: connection) + 1, author: "other program", .user,
      origin: .random(in: 1...Int64.max), on: connection)
    return true
  }

  /// Records the number of a committed transaction. The writing connection must not have begun another
  /// one.
  func remember(_ number: Int64, on writer: Connection) {
    last = (number, writer.dataVersion)
  }

  /// Records that a transaction of this container was committed. The writing connection must not have begun
  /// another one.
  func didCommit(_ number: Int64, after previous: Int64, on writer: Connection) {
    remember(number, on: writer)
    lock.lock()
    defer { lock.unlock() }
    // A transaction of another container between the two is still to be found.
    if seen == previous { seen = number }
  }

  // MARK: Transactions of other containers

  /// Returns `true` if all transactions of the store are known here.
  func isAbreast(on connection: Connection) throws -> Bool {
    let last = try HistoryTables.last(on: connection)
    lock.lock()
    defer { lock.unlock() }
    return last <= seen
  }

  /// Finds the transactions that other containers have committed since the last call.
  ///
  /// - Parameter deliver: Gets one change set for each transaction. Until it has returned, other
  ///   threads wait in this method and in ``isAbreast(on:)``. It must not run code of the program.
  /// - Returns: The change sets.
  /// - Throws: ``SwiftDataError/storeFailure``. The next call looks for the same transactions.
  func catchUp(
    on connection: Connection, _ deliver: (ChangeSet) -> Void
  ) throws -> [ChangeSet] {
    let last = try HistoryTables.last(on: connection)
    lock.lock()
    defer { lock.unlock() }
    guard last > seen else { return [] }
    var events = try events(after: seen, on: connection, besides: origin)
    // The changes of transactions that were deleted before they were read here are unknown.
    let floor = try HistoryTables.floor(on: connection)
    if floor > seen, events.first.map({ !$0.isErasure && !$0.isRestoration }) ?? true,
      try !isOwnReplacement(floor + 1, on: connection)
    {
      events.insert(.unspecified, at: 0)
    }
    seen = max(last, events.last?.transactions[storeIdentifier] ?? 0)
    for event in events { deliver(event) }
    return events
  }

  /// Returns `true` if a transaction is an erasure or a restoration by this container, which publishes
  /// that itself.
  private func isOwnReplacement(_ number: Int64, on connection: Connection) throws -> Bool {
    var isOwn = false
    try connection.rows(
      "SELECT changes FROM \(HistoryTables.transactions) WHERE id = ? AND origin = ?",
      [.integer(number), .integer(origin)]
    ) { row in
      isOwn = try HistoryRecord(
        text: row.string(), transaction: number, path: connection.path
      ).isReplacement
    }
    return isOwn
  }

  /// Returns one change set for each transaction after a number.
  ///
  /// - Parameter origin: The origin whose transactions are left out.
  func events(
    after number: Int64, on connection: Connection, besides origin: Int64 = 0
  ) throws -> [ChangeSet] {
    var found: [(number: Int64, author: String?, text: String)] = []
    try connection.rows(
      """
      SELECT id, author, changes FROM \(HistoryTables.transactions) \
      WHERE id > ? AND origin <> ? ORDER BY id
      """, [.integer(number), .integer(origin)]
    ) { row in
      found.append((row.int64(), row.text(), row.string()))
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
