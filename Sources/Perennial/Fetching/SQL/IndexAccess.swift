/// The indices of a statement's table, and the conditions that they can evaluate.
struct IndexAccess {
  let table: SQLTable
  /// The columns that are the first in an index.
  let columns: Set<String>

  /// One end of a range in an index, such as `number > ?`.
  struct Bound {
    let column: SQLExpression
    let isUpper: Bool
    let condition: SQLExpression
  }

  /// Returns `true` if the table's rows can be found by an expression's values.
  func isIndexed(_ expression: SQLExpression) -> Bool {
    guard case .column(let table, let name, _) = expression else { return false }
    return table == self.table && columns.contains(name)
  }

  /// Returns `true` if a condition specifies the values by which an index finds the rows.
  func findsValues(_ condition: SQLExpression) -> Bool {
    switch condition {
    case .binary(.equal, let left, let right): isIndexed(left) || isIndexed(right)
    case .member(let element, _): isIndexed(element)
    default: false
    }
  }

  /// Returns the end of a range in an index that a condition sets, or nil for any other condition.
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
