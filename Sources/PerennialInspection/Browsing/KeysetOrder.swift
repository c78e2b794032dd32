import Perennial

/// The order of a window's rows: by a column and, among equal values, by a key.
///
/// A window begins behind a row and not after a number of rows, so that SQLite does not read the rows before it.
struct KeysetOrder {
  /// The quoted column; nil to sort by the key alone.
  let column: String?
  /// The quoted column of the key.
  let key: String
  var isDescending = false
  /// `false` if the column cannot be NULL.
  var isNullable = true

  /// The order that lists the rows from the last to the first.
  var reversed: KeysetOrder {
    KeysetOrder(column: column, key: key, isDescending: !isDescending, isNullable: isNullable)
  }

  /// The terms of an ORDER BY clause. SQLite sorts NULL before all other values.
  var terms: String {
    let direction = isDescending ? " DESC" : ""
    return [column, key].compactMap { $0.map { "\($0)\(direction)" } }.joined(separator: ", ")
  }

  /// Returns the condition for the rows behind a row.
  ///
  /// - Parameters:
  ///   - anchor: The key of the row.
  ///   - source: The table, and the conditions that identify the row in it beside its key.
  /// - Returns: Nil if the row does not exist.
  func rows(
    behind anchor: Int64, of table: String, _ source: [SQLCondition], in database: StoreDatabase
  ) throws -> SQLCondition? {
    let sign = isDescending ? "<" : ">"
    guard let column else {
      return SQLCondition(sql: "\(key) \(sign) ?", bindings: [.integer(anchor)])
    }
    let row = source + [SQLCondition(sql: "\(key) = ?", bindings: [.integer(anchor)])]
    let isNull = try database.integer(
      "SELECT \(column) IS NULL FROM \(table)\(row.clause)", row.bindings)
    switch (isNull, isDescending) {
    case (nil, _): return nil
    case (1?, false):
      return SQLCondition(
        sql: "\(column) IS NOT NULL OR \(key) > ?", bindings: [.integer(anchor)])
    case (1?, true):
      return SQLCondition(
        sql: "\(column) IS NULL AND \(key) < ?", bindings: [.integer(anchor)])
    default:
      // The value stays in the database: a long text or a number is not bound again.
      let value = "(SELECT \(column) FROM \(table)\(row.clause))"
      let rest = isDescending && isNullable ? " OR \(column) IS NULL" : ""
      return SQLCondition(
        sql: "(\(column), \(key)) \(sign) (\(value), ?)\(rest)",
        bindings: row.bindings + [.integer(anchor)])
    }
  }
}
