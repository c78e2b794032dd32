/// The condition that a row of a hierarchy's table is of one of some entities.
struct Membership {
  /// Nil if every row is.
  let names: [String]?
  let access: IndexAccess
  /// What the order begins with, if there is a limit.
  let leading: SQLExpression?

  init(_ names: [String]?, access: IndexAccess, leading: SQLExpression?) {
    self.names = names
    self.access = access
    self.leading = leading
  }

  /// A condition with this one.
  ///
  /// The table has an index of entities. SQLite, which does not know how many objects each of them
  /// has, would take that one rather than another. It must not where the condition finds its rows
  /// by an index of its own, nor where the rows come in order and the first of them suffice.
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

  /// Whether the first rows are found without a look at the others.
  private func comesInOrder(_ names: [String]) -> Bool {
    guard let leading, access.isIndexed(leading) else { return false }
    // Of one entity the index has the keys in order.
    if case .column(_, SQLName.primaryKey, _) = leading { return names.count > 1 }
    return true
  }
}
