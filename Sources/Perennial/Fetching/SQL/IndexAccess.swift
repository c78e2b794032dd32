/// Which conditions the indices of a statement's table answer.
struct IndexAccess {
  let table: SQLTable
  /// The columns that come first in an index.
  let columns: Set<String>

  /// One end of a stretch of an index, `number > ?`.
  struct Bound {
    let column: SQLExpression
    let isUpper: Bool
    let condition: SQLExpression
  }

  /// Whether the table's rows are found by an expression's values.
  func isIndexed(_ expression: SQLExpression) -> Bool {
    guard case .column(let table, let name, _) = expression else { return false }
    return table == self.table && columns.contains(name)
  }

  /// Whether a condition names the values by which an index finds the rows.
  func findsValues(_ condition: SQLExpression) -> Bool {
    switch condition {
    case .binary(.equal, let left, let right): isIndexed(left) || isIndexed(right)
    case .member(let element, _): isIndexed(element)
    default: false
    }
  }

  /// The end of a stretch of an index that a condition sets; nil if it is another condition.
  func bound(_ condition: SQLExpression) -> Bound? {
    guard case .binary(let operation, let left, let right) = condition else { return nil }
    let (column, isUpper): (SQLExpression, Bool)
    switch (operation, left, right) {
    case (.less, _, .value), (.lessOrEqual, _, .value): (column, isUpper) = (left, true)
    case (.greater, _, .value), (.greaterOrEqual, _, .value): (column, isUpper) = (left, false)
    case (.less, .value, _), (.lessOrEqual, .value, _): (column, isUpper) = (right, false)
    case (.greater, .value, _), (.greaterOrEqual, .value, _): (column, isUpper) = (right, true)
    default: return nil
    }
    return isIndexed(column) ? Bound(column: column, isUpper: isUpper, condition: condition) : nil
  }
}
