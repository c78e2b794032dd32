/// How rows in a stretch of an index are found: `t0.number > ?`.
///
/// Every fetch has an order. SQLite takes a range for a quarter of all rows, and would rather go
/// through all of them in that order than find some by the range's index and sort them.
/// `t0._pk IN (SELECT _pk … WHERE number > ?)` reads the range from the index alone, puts the keys
/// in order, and reads the rows as they lie in the table: nothing is left to be sorted if the order
/// is that of creation. If a hundredth of the rows is in the range, this takes a quarter of the
/// time; if all of them are, twice the time.
///
/// Three orders are served better by the range as it is: that of its own column, where the index
/// gives range and order at once; and, if there is a limit, that of creation and that of another
/// index, where going through the rows in order can stop early.
struct RangeStrategy {
  let access: IndexAccess
  /// What the order begins with.
  let leading: SQLExpression
  let isLimited: Bool
  /// Names a table of the statement.
  let newAlias: () -> String

  /// The condition in its quickest form; nil if it is so already.
  func condition(_ condition: SQLExpression) -> SQLExpression? {
    if isLimited, access.isIndexed(leading) { return nil }
    switch condition {
    case .any(let parts):
      // One part that has to look at all rows leaves nothing to be gained by the others.
      guard parts.allSatisfy(findsRows) else { return nil }
      let better = parts.map(self.condition)
      guard better.contains(where: { $0 != nil }) else { return nil }
      return .or(zip(better, parts).map { $0 ?? $1 })
    case .all(let parts): return lookUp(parts)
    default: return lookUp([condition])
    }
  }

  private func findsRows(_ condition: SQLExpression) -> Bool {
    let parts = if case .all(let parts) = condition { parts } else { [condition] }
    return parts.contains { access.findsValues($0) || access.bound($0) != nil }
  }

  /// Conditions that all hold, with the best of their ranges looked up in its index.
  private func lookUp(_ parts: [SQLExpression]) -> SQLExpression? {
    if parts.contains(where: access.findsValues) { return nil }
    let bounds = parts.compactMap(access.bound)
    guard let column = narrowest(of: bounds), column != leading else { return nil }
    let range = bounds.filter { $0.column == column }.map(\.condition)
    return .and([lookUp(range, of: column)] + parts.filter { !range.contains($0) })
  }

  /// The column whose range has two ends, or that of the first range.
  private func narrowest(of bounds: [IndexAccess.Bound]) -> SQLExpression? {
    let ranges = bounds.filter { !isKey($0.column) }
    let closed = ranges.first { bound in
      ranges.contains { $0.column == bound.column && $0.isUpper != bound.isUpper }
    }
    return (closed ?? ranges.first)?.column
  }

  /// The rows' own keys are in order already.
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
