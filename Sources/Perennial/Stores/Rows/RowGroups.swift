import PerennialSQLite

/// Inserts many new rows of one table per statement, which takes SQLite half the time of single
/// insertions.
///
/// If SQLite refuses a row, the statement stops there and leaves the rows before it (`OR FAIL`). To
/// remove them again, SQLite would have to keep a copy of every page. The caller either rolls back the
/// whole transaction, or continues with the refused row.
struct RowGroups {
  /// A new row of an entity.
  protocol NewRow {
    var entity: StoreEntity { get }
    /// The key of the row.
    var rowID: Int64 { get }
  }

  /// The numbers of rows of a group.
  private static let sizes = [256, 32]
  /// The maximum number of bytes in the values of a group, because the values are copied.
  private static let bytes = 1 << 22

  private struct Inserter {
    let entity: StoreEntity
    let size: Int
    let statement: Statement
  }

  private let connection: Connection
  private var last: Inserter?
  /// By table name: `true` if an insertion runs no triggers besides those of presets. A trigger would
  /// stop at the first conflict too.
  private var isPlain: [String: Bool] = [:]
  /// A Boolean value that indicates whether the rows have to be inserted one by one.
  var isExhausted = false

  init(_ connection: Connection) { self.connection = connection }

  /// Returns `true` if this many objects may form a group.
  func isWorthwhile(_ count: Int) -> Bool { !isExhausted && count >= Self.sizes[1] }

  /// Inserts the next rows, if they are enough for a group and the table permits groups.
  ///
  /// - Parameter bind: Binds the values of an object, the key first.
  /// - Returns: The number of inserted rows.
  mutating func insert<Row: NewRow>(
    _ changes: ArraySlice<Row>, _ bind: (Row, inout _Storage.Binder) -> Void
  ) throws -> Int {
    guard let inserter = try inserter(changes) else { return 0 }
    let group = changes.prefix(inserter.size)
    var binder = _Storage.Binder(inserter.statement)
    let width = inserter.entity.sql.insertedColumns(ofPresets: false)
    for (offset, change) in group.enumerated() {
      binder.parameter = Int32(offset * width + 1)
      bind(change, &binder)
      // If the row is inserted alone, the error names its value.
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
    return try insertedRows(of: group, inserter.entity)
  }

  /// Returns the number of inserted rows of a group after SQLite has refused one.
  private func insertedRows(
    of group: ArraySlice<some NewRow>, _ entity: StoreEntity
  ) throws -> Int {
    let last = sqlite3_last_insert_rowid(connection.handle)
    guard let index = group.firstIndex(where: { $0.rowID == last }) else { return 0 }
    // A failure may have made SQLite roll back the other rows after all.
    let name = SQLName.quoted(entity.layout.tableName)
    let isThere = try connection.hasRow(
      "SELECT _pk FROM \(name) WHERE _pk = ?", [.integer(last)])
    return isThere ? index - group.startIndex + 1 : 0
  }

  /// Returns the statement for the largest group that the next objects form.
  private mutating func inserter(_ changes: ArraySlice<some NewRow>) throws -> Inserter? {
    guard let entity = changes.first?.entity, try isPlain(entity) else { return nil }
    func isOfEntity(_ count: Int) -> Bool {
      changes.prefix(count).allSatisfy { $0.entity === entity }
    }
    if let last, last.entity === entity, last.size <= changes.count, last.size == Self.sizes[0],
      isOfEntity(last.size)
    {
      return last
    }
    let parameters = Int(sqlite3_limit(connection.handle, SQLITE_LIMIT_VARIABLE_NUMBER, -1))
    let width = entity.sql.insertedColumns(ofPresets: false)
    let size = Self.sizes.first {
      $0 <= changes.count && $0 * width <= parameters && isOfEntity($0)
    }
    guard let size else { return nil }
    if let last, last.entity === entity, last.size == size { return last }
    let statement = try connection.statement(entity.sql.insert(rows: size, ofPresets: false))
    last = Inserter(entity: entity, size: size, statement: statement)
    return last
  }

  private mutating func isPlain(_ entity: StoreEntity) throws -> Bool {
    let name = entity.layout.tableName
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

extension SaveChange: RowGroups.NewRow {}
