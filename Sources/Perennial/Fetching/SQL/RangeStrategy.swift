/// A strategy to find the rows in a range of an index: `t0.number > ?`.
///
/// Every fetch has an order. SQLite estimates that a range contains a quarter of all rows.
/// Therefore it scans all rows in that order. It does not find the rows by the range's index and
/// sort them. `t0._pk IN (SELECT _pk … WHERE number > ?)` reads the range from the index alone,
/// sorts the keys, and reads the rows in the order of the table. No sorting is left if the order is
/// that of creation. If a hundredth of the rows is in the range, this takes a quarter of the time;
/// if all of them are, twice the time.
///
/// Three orders are faster with the range as it is. The first is the order of the range's own
/// column, for which the index has range and order at once. The others, if there is a limit, are
/// the order of creation and the order of another index, in which a scan can stop early.
struct RangeStrategy {
  let access: IndexAccess
  /// The first term of the order.
  let leading: SQLExpression
  let isLimited: Bool
  /// Returns a new name for a table of the statement.
  let newAlias: () -> String

  /// Returns the condition in its quickest form, or nil if it already has this form.
  func condition(_ condition: SQLExpression) -> SQLExpression? {
    if isLimited, access.isIndexed(leading) { return nil }
    switch condition {
    case .any(let parts):
      // If one part has to scan all rows, quicker forms of the other parts gain nothing.
      guard parts.allSatisfy(access.findsRows) else { return nil }
      let better = parts.map(self.condition)
      guard better.contains(where: { $0 != nil }) else { return nil }
      return .or(zip(better, parts).map { $0 ?? $1 })
    case .all(let parts): return lookUp(parts)
    default: return lookUp([condition])
    }
  }

  /// Returns a conjunction in which the best of the ranges is looked up in its index.
  private func lookUp(_ parts: [SQLExpression]) -> SQLExpression? {
    if parts.contains(where: access.findsValues) { return nil }
    let bounds = parts.compactMap(access.bound)
    guard let column = narrowest(of: bounds), column != leading else { return nil }
    let range = bounds.filter { $0.column == column }.map(\.condition)
    return .and([lookUp(range, of: column)] + parts.filter { !range.contains($0) })
  }

  /// Returns the column whose range has two ends, or otherwise the column of the first range.
  private func narrowest(of bounds: [IndexAccess.Bound]) -> SQLExpression? {
    let ranges = bounds.filter { !isKey($0.column) }
    let closed = ranges.first { bound in
      ranges.contains { $0.column == bound.column && $0.isUpper != bound.isUpper }
    }
    return (closed ?? ranges.first)?.column
  }

  /// Returns `true` for the primary key, by which the rows are already in order.
  private func isKey(_ column: SQLExpression) -> Bool {
    if case .column(_, SQLName.primaryKey, _) = column { true } else { false }
  }

  private func lookUp(_ range: [SQLExpression], of column: SQLExpression) -> SQLExpression {
    guard case .column(_, let name, let isNullable) = column else { return .and(range) }
    let rows = SQLTable(name: access.table.name, alias: newAlias())
    let key = { SQLExpression.column($0, SQLName.primaryKey, isNullable: false) }
    let select = SQLSelect(rows, link: SQLLink(column: key(rows), key: key(access.table)))
    let inner = SQLExpression.column(rows, name, isNullable: isNullable)
    select.condition = .and(
      range.map { condition in
        guard case .binary(let operation, let left, let right) = condition else { return condition }
        return left == column
          ? .binary(operation, inner, right) : .binary(operation, left, inner)
      }
    )
    return .member(key(access.table), .keys(select))
  }
}
