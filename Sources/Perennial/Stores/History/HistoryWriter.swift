import PerennialRecords
import Foundation

/// Enters one transaction in a store's history, within that transaction.
package struct HistoryWriter {
  /// The number of the transaction.
  let number: Int64
  /// The number of the transaction before it.
  let previous: Int64
  private let history: StoreHistory
  let cause: TransactionCause
  let connection: Connection

  private static let sql = """
    INSERT INTO \(HistoryTables.transactions) \
    (id, time, author, bundle, process, origin, stamp, device, cause, changes) \
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  init(_ history: StoreHistory, _ cause: TransactionCause, on connection: Connection) throws {
    self.history = history
    self.cause = cause
    self.connection = connection
    previous = try history.previous()
    number = previous + 1
  }

  /// Stores the attributes of rows that are about to be deleted, if their model preserves them on
  /// deletion.
  ///
  /// - Parameter condition: The condition for the rows of the entity's table.
  package func preserve(
    _ entity: StoreEntity, where condition: String, _ bindings: [SQLValue] = []
  ) throws {
    if entity.preserved.isEmpty || !history.records(entity) { return }
    for property in entity.preserved {
      guard let column = property.columnName else { continue }
      try connection.run(
        """
        INSERT INTO \(HistoryTables.tombstones) (history, entity, pk, property, value) \
        SELECT ?, \(SQLName.literal(entity.layout.entityName)), _pk, \
        \(SQLName.literal(property.name)), \(SQLName.quoted(column)) \
        FROM \(SQLName.quoted(entity.layout.tableName)) WHERE \(condition)
        """, [.integer(number)] + bindings)
    }
  }

  /// Enters the changes of the transaction.
  ///
  /// - Returns: The number of the transaction; nil if it changed nothing.
  func enter(
    _ changes: ChangeSet, upserts: Set<Int64>, author: String?
  ) throws -> Int64? {
    if changes.isErasure {
      return try Self.enterReplacement(
        .erasure, after: previous, cause, origin: history.origin, on: connection)
    }
    let record = HistoryRecord(changes, upserts: upserts, history.entities)
    try history.pruneIfDue(at: number, on: connection)
    if record.isEmpty { return nil }
    try Self.insert(
      record, number: number, author: author, cause: cause, origin: history.origin, on: connection)
    return number
  }

  /// Inserts a transaction with its number and origin.
  static func insert(
    _ record: HistoryRecord, number: Int64, author: String?, cause: TransactionCause,
    origin: Int64, on connection: Connection
  ) throws {
    let stamp = try connection.stamp()
    try connection.run(try connection.statement(sql)) { binder in
      binder.bind(number)
      binder.bind(Date().timeIntervalSinceReferenceDate)
      if let author { binder.bind(verbatim: author) } else { binder.bindNull() }
      binder.bind(verbatim: ProcessIdentity.bundle)
      binder.bind(verbatim: ProcessIdentity.process)
      binder.bind(origin)
      binder.bind(stamp)
      binder.bind(verbatim: cause.rawValue)
      binder.bind(verbatim: record.text)
    }
    connection.isEntered = true
  }

  /// Enters an erasure or a restoration, and deletes the earlier transactions.
  ///
  /// The floor of the history moves up to this transaction, and its number leaves a gap. So all existing
  /// tokens are invalid.
  ///
  /// - Parameters:
  ///   - previous: The number of the store's last transaction.
  ///   - origin: The origin of the store's history.
  /// - Returns: The number of the transaction.
  static func enterReplacement(
    _ record: HistoryRecord, after previous: Int64, _ cause: TransactionCause, origin: Int64,
    on connection: Connection
  ) throws -> Int64 {
    let number = previous + 2
    // Before the transactions are deleted, whose times it follows.
    _ = try connection.stamp()
    try connection.run("DELETE FROM \(HistoryTables.tombstones)")
    try connection.run("DELETE FROM \(HistoryTables.transactions)")
    try HistoryTables.setFloor(number - 1, on: connection)
    try insert(record, number: number, author: nil, cause: cause, origin: origin, on: connection)
    return number
  }
}

/// The identity of this process in the history.
private enum ProcessIdentity {
  static let bundle = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
  static let process =
    "\(ProcessInfo.processInfo.processName) \(ProcessInfo.processInfo.processIdentifier)"
}
