import Foundation

/// The history of one open store: where transactions are entered, and where those of others are
/// found.
///
/// Every container that opens a file has an origin, a number that it draws, and marks its
/// transactions with it. So it can tell what others have written: other containers, in this process
/// or another.
// Sendable: constants, `seen`, which is read and written under the lock, and `last` and `isPruningDue`,
// which belong to the thread that has the writing connection.
final class StoreHistory: @unchecked Sendable {
  let origin = Int64.random(in: 1...Int64.max)
  let storeIdentifier: String
  /// The entities that it knows. In a stage of a migration, not all that are in the file.
  let entities: [StoreEntity]
  /// How old transactions may become, in seconds.
  private let retention: TimeInterval?
  private let lock = NSLock()
  /// All transactions of others up to this number are known here.
  private var seen: Int64
  /// The number of the last transaction, in a state of the writing connection.
  private var last: (number: Int64, version: UInt32)?
  /// A Boolean value that indicates whether the next transaction deletes the ones that are too old: when the
  /// store was opened, another connection was writing.
  private var isPruningDue = false

  /// - Parameter connection: A connection to the store, whose tables exist.
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

  /// Whether what happens to an entity's objects is entered.
  func records(_ entity: StoreEntity) -> Bool {
    entities.contains { $0.layout === entity.layout }
  }

  /// The number of the transaction before the one that the writing connection has begun.
  func previous(on writer: Connection) throws -> Int64 {
    if let last, last.version == writer.dataVersion { return last.number }
    return try HistoryTables.last(on: writer)
  }

  /// The writing connection has committed a transaction, and begun no other.
  func remember(_ number: Int64, on writer: Connection) {
    last = (number, writer.dataVersion)
  }

  /// Enters what a transaction did.
  ///
  /// - Returns: Its number, or nil if it did nothing.
  func enter(
    _ event: ChangeSet, upserts: Set<Int64>, author: String?, by writer: HistoryWriter
  ) throws -> Int64? {
    let record = HistoryRecord(event, upserts: upserts, entities)
    if isPruningDue || writer.number % 1024 == 0 {
      try prune(on: writer.connection)
      isPruningDue = false
    }
    return try writer.write(record, author: author) ? writer.number : nil
  }

  /// A transaction of this container was committed.
  func didCommit(_ number: Int64, after previous: Int64) {
    lock.lock()
    defer { lock.unlock() }
    // If there is one of another container between them, it is still to be found.
    if seen == previous { seen = number }
  }

  // MARK: The transactions of others

  /// Whether the store holds no transaction that is not known here.
  func isAbreast(on connection: Connection) throws -> Bool {
    let last = try HistoryTables.last(on: connection)
    lock.lock()
    defer { lock.unlock() }
    return last <= seen
  }

  /// Finds what others have committed since the last time.
  ///
  /// - Parameter deliver: Gets one event for each transaction. Nobody else is told that there is
  ///   nothing new before it has returned. It runs no code of the program.
  /// - Returns: The events.
  /// - Throws: ``SwiftDataError/storeFailure``. The next call looks for the same transactions.
  func catchUp(
    on connection: Connection, _ deliver: (ChangeSet) -> Void
  ) throws -> [ChangeSet] {
    let last = try HistoryTables.last(on: connection)
    lock.lock()
    defer { lock.unlock() }
    guard last > seen else { return [] }
    var events = try events(after: seen, on: connection, besides: origin)
    // What was deleted before it could be read here may have been anything.
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

  /// Whether a transaction is an erasure or a restoration by this container, which tells of it itself.
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

  /// One event for each transaction after another.
  ///
  /// - Parameter origin: Whose transactions to leave out.
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

  /// Deletes the transactions that are too old when a store is opened. If there are none, this only reads;
  /// and if another connection is writing, the next save deletes them.
  func pruneAtOpening(on connection: Connection) throws {
    guard let limit = try expiry(on: connection) else { return }
    let isDone = try connection.transactionIfUnlocked {
      try HistoryTables.delete(where: "time < ?", [limit], on: connection)
    }
    isPruningDue = !isDone
  }

  /// Deletes the transactions that are too old, inside a transaction.
  private func prune(on connection: Connection) throws {
    guard let limit = try expiry(on: connection) else { return }
    try HistoryTables.delete(where: "time < ?", [limit], on: connection)
  }

  /// The time before which transactions are too old; nil if there are none from before.
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

extension _Row {
  /// The text of the current column, or nil.
  mutating func text() -> String? {
    if _isNull {
      column += 1
      return nil
    }
    return string()
  }
}
