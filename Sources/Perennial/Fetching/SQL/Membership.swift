/// The condition that a row of a hierarchy's table is of one of several entities.
struct Membership {
  /// The names of the entities; nil if every row satisfies the condition.
  let names: [String]?
  let access: IndexAccess
  /// The first term of the order, if there is a limit.
  let leading: SQLExpression?

  init(_ names: [String]?, access: IndexAccess, leading: SQLExpression?) {
    self.names = names
    self.access = access
    self.leading = leading
  }

  /// Returns the conjunction of a condition and this one.
  ///
  /// The table has an index of entities. SQLite does not know the number of objects of each entity,
  /// and would prefer this index to another one. It must not use this index if the condition finds
  /// its rows by another index. It must not use it either if the rows are read in order and the
  /// first of them suffice.
  func condition(_ condition: SQLExpression) -> SQLExpression {
    guard let names else { return condition }
    let column = SQLExpression.column(access.table, SQLName.entity, isNullable: false)
    let isSought = !findsRows(condition) && !comesInOrder(names)
    return .and([
      condition, .member(isSought ? column : .unindexed(column), .names(names)),
    ])
  }

  private func findsRows(_ condition: SQLExpression) -> Bool {
    let parts = if case .all(let parts) = condition { parts } else { [condition] }
    return parts.contains { access.findsValues($0) || access.bound($0) != nil }
  }

  /// Returns `true` if the first rows are found without reading the others.
  private func comesInOrder(_ names: [String]) -> Bool {
    guard let leading, access.isIndexed(leading) else { return false }
    // For one entity, the index has the keys in order.
    if case .column(_, SQLName.primaryKey, _) = leading { return names.count > 1 }
    return true
  }
}
