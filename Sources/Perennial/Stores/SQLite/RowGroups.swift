import PerennialSQLite

/// Inserts new rows of one table many at a time, which takes SQLite half as long as one by one.
///
/// A statement that stops at a row that is refused leaves those before it (`OR FAIL`): to be able to
/// take them back, SQLite would have to keep a copy of every page. Whoever writes takes back the
/// whole transaction, or goes on with the row that was refused.
struct RowGroups {
  /// How many rows there are in a group.
  private static let sizes = [256, 32]
  /// How many bytes the values of a group may have, which are copied.
  private static let bytes = 1 << 22

  private struct Inserter {
    let table: GraphTable
    let size: Int
    let statement: Statement
  }

  private let connection: Connection
  private var last: Inserter?
  /// By the tables' names, whether nothing else happens when a row comes: triggers of SQLite would
  /// stop at the first conflict too.
  private var isPlain: [String: Bool] = [:]
  /// Whether the rows are such that they had better come one by one.
  var isExhausted = false

  /// Whether the rows are those of presets.
  var areOfPresets = false

  init(_ connection: Connection) { self.connection = connection }

  /// Whether so many objects may make a group.
  func isWorthwhile(_ count: Int) -> Bool { !isExhausted && count >= Self.sizes[1] }

  /// Inserts the next rows, if they are enough for a group and nothing is in their way.
  ///
  /// - Parameter bind: Binds the values of an object, the key first.
  /// - Returns: How many rows were inserted.
  mutating func insert(
    _ changes: ArraySlice<SavePlan.Change>, _ bind: (SavePlan.Change, inout _Binder) -> Void
  ) throws -> Int {
    guard let inserter = try inserter(changes) else { return 0 }
    let group = changes.prefix(inserter.size)
    var binder = _Binder(inserter.statement)
    let width = inserter.table.entity.insertedColumns(ofPresets: areOfPresets)
    for (offset, change) in group.enumerated() {
      binder.parameter = Int32(offset * width + 1)
      bind(change, &binder)
      // Alone, a row says what is wrong with it.
      guard binder.failure == nil, binder.bytes <= Self.bytes else {
        inserter.statement.reset()
        isExhausted = true
        return 0
      }
    }
    connection.countExecution()
    sqlite3_set_last_insert_rowid(connection.handle, 0)
    let code = sqlite3_step(inserter.statement.pointer)
    defer { inserter.statement.reset() }
    if code == SQLITE_DONE { return inserter.size }
    guard code & 0xff == SQLITE_CONSTRAINT else { throw connection.error }
    isExhausted = true
    return try insertedRows(of: group, inserter.table)
  }

  /// How many rows of a group there are after one was refused.
  private func insertedRows(
    of group: ArraySlice<SavePlan.Change>, _ table: GraphTable
  ) throws -> Int {
    let last = sqlite3_last_insert_rowid(connection.handle)
    guard let index = group.firstIndex(where: { $0.rowID == last }) else { return 0 }
    // Unless what was wrong made SQLite take back the others after all.
    let name = SQLName.quoted(table.layout.tableName)
    let isThere = try !connection.integers(
      "SELECT _pk FROM \(name) WHERE _pk = ?", [.integer(last)]
    ).isEmpty
    return isThere ? index - group.startIndex + 1 : 0
  }

  /// The statement for the largest group that the next objects make.
  private mutating func inserter(_ changes: ArraySlice<SavePlan.Change>) throws -> Inserter? {
    guard let table = changes.first?.table, try isPlain(table) else { return nil }
    func isOfTable(_ count: Int) -> Bool {
      changes.prefix(count).allSatisfy { $0.table === table }
    }
    if let last, last.table === table, last.size <= changes.count, last.size == Self.sizes[0],
      isOfTable(last.size)
    {
      return last
    }
    let parameters = Int(sqlite3_limit(connection.handle, SQLITE_LIMIT_VARIABLE_NUMBER, -1))
    let width = table.entity.insertedColumns(ofPresets: areOfPresets)
    let size = Self.sizes.first {
      $0 <= changes.count && $0 * width <= parameters && isOfTable($0)
    }
    guard let size else { return nil }
    if let last, last.table === table, last.size == size { return last }
    let statement = try connection.statement(table.insertSQL(rows: size, ofPresets: areOfPresets))
    last = Inserter(table: table, size: size, statement: statement)
    return last
  }

  private mutating func isPlain(_ table: GraphTable) throws -> Bool {
    let name = table.layout.tableName
    if let known = isPlain[name] { return known }
    let triggers = try connection.integers(
      """
      SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ? \
      AND NOT \(PresetTables.areOwnTriggers) LIMIT 1
      """, [.text(name)])
    isPlain[name] = triggers.isEmpty
    return triggers.isEmpty
  }
}
