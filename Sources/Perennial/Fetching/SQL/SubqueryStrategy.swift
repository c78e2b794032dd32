/// A strategy to run sub-selects once for each row, or once for all rows.
///
/// `EXISTS (SELECT … WHERE owner = t0._pk AND …)` runs for each row that the other conditions have
/// not excluded before. This is best if another condition finds few rows by an index. Otherwise all
/// rows are tried, and `t0._pk IN (SELECT owner … WHERE …)` is several times faster. It runs once
/// and then finds the rows by their keys.
///
/// A comparison with a joined row, `t1.name = ?`, becomes `t0.school IN (SELECT t1._pk … )`, and
/// the join is removed. The reason is that every fetch has an order. With the join, SQLite scans
/// all rows in that order. Without it, SQLite finds the few rows that reference the joined row, and
/// sorts them.
struct SubqueryStrategy {
  /// The statement.
  let select: SQLSelect
  /// The indices by which SQLite finds rows of the statement's table.
  let access: IndexAccess
  /// The other expressions that the statement reads: its order and its sections.
  let others: [SQLExpression]

  /// Returns the condition in its quickest form. Removes joins from the statement that this form
  /// does not need.
  func condition(_ condition: SQLExpression) -> SQLExpression {
    var condition = condition
    // The last join first, because its row may be reached through the other joins.
    for table in select.joins.reversed() { condition = lookUp(table, in: condition) }
    return apply(to: condition)
  }

  /// Replaces the conditions on a joined row by a look-up, if few rows satisfy them.
  private func lookUp(_ table: SQLTable, in condition: SQLExpression) -> SQLExpression {
    guard let key = table.joinKey, case .column = key else { return condition }
    let parts = if case .all(let parts) = condition { parts } else { [condition] }
    let own = parts.filter { $0.tables == [table] && $0.isNull(whenNull: key) }
    guard own.contains(where: \.isSelective) else { return condition }
    let rows = SQLSelect(
      table,
      link: SQLLink(column: .column(table, SQLName.primaryKey, isNullable: false), key: key)
    )
    rows.condition = .and(own)
    let rest = parts.filter { !own.contains($0) } + [.member(key, .keys(rows))]
    let isNeeded =
      (rest + others).contains { $0.tables.contains(table) }
      || select.joins.contains { $0.joinKey?.tables.contains(table) == true }
    if !isNeeded { select.leave(out: table) }
    return .and(rest)
  }

  private func apply(to condition: SQLExpression) -> SQLExpression {
    guard case .all(let parts) = condition else { return membership(condition) }
    if parts.contains(where: findsRows) { return condition }
    return .and(parts.map(membership))
  }

  /// Returns `true` if a condition finds its rows by an index.
  private func findsRows(_ condition: SQLExpression) -> Bool {
    if access.findsValues(condition) || access.bound(condition) != nil { return true }
    switch condition {
    case .binary(.equal, let left, let right): return isJoined(left) || isJoined(right)
    case .binary(.less, let left, _), .binary(.lessOrEqual, let left, _),
      .binary(.greater, let left, _), .binary(.greaterOrEqual, let left, _):
      return isJoined(left)
    case .member(let element, _): return isJoined(element)
    default: return false
    }
  }

  /// Returns `true` for a column of a row that a to-one relationship references. The rows with the
  /// column's value are found first, and then the rows that reference them, by the index that every
  /// relationship has.
  private func isJoined(_ expression: SQLExpression) -> Bool {
    guard case .column(let table, _, _) = expression else { return false }
    return table.joinKey != nil
  }

  private func membership(_ condition: SQLExpression) -> SQLExpression {
    switch condition {
    case .exists(let select):
      guard let link = select.link, select.isSelfContained else { return condition }
      return .member(link.key, .keys(select))
    case .any(let parts): return .any(parts.map(apply))
    default: return condition
    }
  }
}

extension SQLSelect {
  /// `true` if the condition refers only to tables of the sub-select.
  fileprivate var isSelfContained: Bool {
    freeTables(besidesLink: true).isEmpty
  }

  fileprivate var ownTables: Set<SQLTable> { Set([table] + joins) }
}

extension SQLExpression {
  /// `true` if the condition is of a kind that few rows satisfy.
  fileprivate var isSelective: Bool {
    switch self {
    case .binary(.equal, _, .value), .binary(.equal, .value, _), .member: true
    default: false
    }
  }

  /// The tables of surrounding statements that the expression refers to.
  fileprivate var tables: Set<SQLTable> {
    switch self {
    case .null, .truth, .value, .literal: []
    case .column(let table, _, _): [table]
    case .all(let parts), .any(let parts), .call(_, let parts): Set(parts.flatMap(\.tables))
    case .not(let part), .test(_, let part), .collated(let part, _), .number(let part),
      .lookup(let part, _), .unindexed(let part):
      part.tables
    case .binary(_, let left, let right), .pair(let left, let right),
      .coalesce(let left, let right):
      left.tables.union(right.tables)
    case .member(let element, .keys(let select)): element.tables.union(select.freeTables)
    case .member(let element, .elements(let array)): element.tables.union(array.tables)
    case .member(let element, _): element.tables
    case .choice(let when, let then, let otherwise):
      when.tables.union(then.tables).union(otherwise?.tables ?? [])
    case .exists(let select), .count(let select): select.freeTables
    }
  }
}

extension SQLSelect {
  /// The tables of surrounding statements that the sub-select refers to.
  fileprivate var freeTables: Set<SQLTable> { freeTables(besidesLink: false) }

  fileprivate func freeTables(besidesLink: Bool) -> Set<SQLTable> {
    var tables = condition.tables
    if let link, !besidesLink { tables.formUnion(link.key.tables) }
    for join in joins { tables.formUnion(join.joinKey?.tables ?? []) }
    return tables.subtracting(ownTables)
  }
}
