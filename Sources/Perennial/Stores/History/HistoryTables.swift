/// The tables with a store's history. Documentation/FileFormat.md is the contract.
package enum HistoryTables {
  package static let transactions = "_perennial_history"
  static let tombstones = "_perennial_tombstones"
  private static let floorKey = "history_floor"

  /// Creates the tables if they do not exist.
  static func create(on connection: Connection) throws {
    if try exist(on: connection) { return }
    try connection.transaction {
      try SchemaCheck.trusting(connection) { try make(on: connection) }
    }
  }

  /// Creates the tables if they do not exist, inside a transaction.
  static func make(on connection: Connection) throws {
    // Without AUTOINCREMENT, which would write to another page with each transaction.
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS \(transactions) (id INTEGER PRIMARY KEY, time REAL NOT NULL, \
      author TEXT, bundle TEXT NOT NULL, process TEXT NOT NULL, origin INTEGER NOT NULL, \
      stamp INTEGER NOT NULL, device INTEGER NOT NULL, cause TEXT NOT NULL, \
      changes TEXT NOT NULL) STRICT
      """)
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS \(tombstones) (history INTEGER NOT NULL, entity TEXT NOT NULL, \
      pk INTEGER NOT NULL, property TEXT NOT NULL, value ANY, \
      PRIMARY KEY (history, entity, pk, property)) STRICT, WITHOUT ROWID
      """)
  }

  static func exist(on connection: Connection) throws -> Bool {
    try StoreMetadata.hasTable(transactions, on: connection)
  }

  /// Returns the number of the last transaction, even if it was deleted since; 0 before the first one.
  static func last(on connection: Connection) throws -> Int64 {
    // The second half is only evaluated where the history is empty.
    try connection.uncountedInteger(lastNumber) ?? 0
  }

  /// The query for the number of the last transaction, even if it was deleted since; NULL before the first one.
  static let lastNumber = """
    SELECT ifnull((SELECT max(id) FROM \(transactions)), \
    (SELECT CAST(value AS INTEGER) FROM \(StoreMetadata.table) WHERE key = '\(floorKey)'))
    """

  /// The key of the number of the library's transactions that have no entry.
  private static let unenteredKey = "unentered_commits"

  /// Counts a transaction of the library that has no entry, inside it. Other containers do not take it for one of another
  /// program then.
  static func countUnentered(on connection: Connection) throws {
    _ = try connection.uncountedInteger(
      """
      INSERT INTO \(StoreMetadata.table) (key, value) VALUES ('\(unenteredKey)', '1') \
      ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT)
      """)
  }

  /// The commits of others that a connection knows of, at one moment.
  struct Commits: Equatable {
    /// The number of the last transaction of the history.
    var last: Int64
    /// The number of the library's transactions without an entry.
    var unentered: Int64
    /// A number that changes when the connection reads after another one has committed.
    let others: Int64
  }

  static func commits(on connection: Connection) throws -> Commits {
    var commits = Commits(last: 0, unentered: 0, others: 0)
    try connection.rows(
      """
      SELECT ifnull((\(lastNumber)), 0), ifnull((SELECT CAST(value AS INTEGER) FROM \(StoreMetadata.table) \
      WHERE key = '\(unenteredKey)'), 0), (SELECT data_version FROM pragma_data_version)
      """, isCounted: false
    ) { row in
      commits = Commits(last: row.int64(), unentered: row.int64(), others: row.int64())
    }
    return commits
  }

  /// Returns the time of the last transaction's stamp; 0 if there is none after a number.
  static func lastStamp(after number: Int64 = 0, on connection: Connection) throws -> Int64 {
    try connection.uncountedInteger(
      "SELECT stamp FROM \(transactions) WHERE id > \(number) ORDER BY id DESC LIMIT 1") ?? 0
  }

  /// Returns the number of the last transaction that was deleted at the beginning of the history. A
  /// reader that has read only earlier transactions has missed some.
  static func floor(on connection: Connection) throws -> Int64 {
    try connection.integers(
      "SELECT CAST(value AS INTEGER) FROM \(StoreMetadata.table) WHERE key = '\(floorKey)'"
    ).first ?? 0
  }

  static func setFloor(_ floor: Int64, on connection: Connection) throws {
    try StoreMetadata.set(floorKey, String(floor), on: connection)
  }

  /// Deletes transactions, inside a transaction.
  ///
  /// - Parameter condition: The condition for the transactions to delete, on the columns of the table,
  ///   such as `id`.
  static func delete(
    where condition: String, _ bindings: [SQLValue] = [], on connection: Connection
  ) throws {
    let last = try last(on: connection)
    let latest = try ClockRecord(on: connection).latest
    // Changes that sync has not taken stay.
    let condition = """
      (\(condition)) AND id <= ifnull((SELECT value ->> 'transaction' FROM \(StoreMetadata.table) \
      WHERE key = '\(StoreMetadata.syncKey)'), \(Int64.max))
      """
    try connection.run(
      """
      DELETE FROM \(tombstones) WHERE history IN \
      (SELECT id FROM \(transactions) WHERE \(condition))
      """, bindings)
    try connection.run("DELETE FROM \(transactions) WHERE \(condition)", bindings)
    let remaining = try connection.integers("SELECT ifnull(min(id), 0) FROM \(transactions)")
    // The clock continues after the deleted transactions.
    if remaining.first == 0 { try ClockRecord.advance(to: latest, on: connection) }
    let floor = remaining.first.flatMap { $0 > 0 ? $0 - 1 : nil } ?? last
    if try floor > self.floor(on: connection) { try setFloor(floor, on: connection) }
  }
}
