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
  /// Returns `true` if an index finds the rows of a condition, or of a part of it.
  func findsRows(_ condition: SQLExpression) -> Bool {
    let parts = if case .all(let parts) = condition { parts } else { [condition] }
    return parts.contains { findsValues($0) || bound($0) != nil }
  }

  // MARK: Entities

  /// Returns a condition, restricted to the rows of some entities in a hierarchy's table.
  ///
  /// The table has an index of entities. SQLite does not know the number of objects of each entity,
  /// and would prefer this index to another one. It must not use this index if the condition finds
  /// its rows by another index. It must not use it either if the rows are read in order and the
  /// first of them suffice.
  ///
  /// - Parameters:
  ///   - names: The names of the entities; nil for every row.
  ///   - leading: The first term of the order if there is a limit; nil without a limit.
  func condition(
    _ condition: SQLExpression, ofEntities names: [String]?, leading: SQLExpression?
  ) -> SQLExpression {
    guard let names else { return condition }
    let column = SQLExpression.column(table, SQLName.entity, isNullable: false)
    let isSought = !findsRows(condition) && !comesInOrder(leading, names)
    return .and([
      condition, .member(isSought ? column : .unindexed(column), .names(names)),
    ])
  }

  /// Returns `true` if the first rows are found without reading the others.
  private func comesInOrder(_ leading: SQLExpression?, _ names: [String]) -> Bool {
    guard let leading, isIndexed(leading) else { return false }
    // For one entity, the index has the keys in order.
    if case .column(_, SQLName.primaryKey, _) = leading { return names.count > 1 }
    return true
  }
}
