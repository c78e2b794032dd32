/// How sub-selects are asked: once for each row, or once for all.
///
/// `EXISTS (SELECT … WHERE owner = t0._pk AND …)` runs for each row that gets so far. If another
/// condition finds the few rows by an index, that is best. If none does, all rows are tried, and
/// `t0._pk IN (SELECT owner … WHERE …)`, which runs once and then finds the rows by their keys, is
/// several times faster.
///
/// A comparison with a joined row, `t1.name = ?`, becomes `t0.school IN (SELECT t1._pk … )`, and the
/// join goes: every fetch has an order, and SQLite would rather go through all rows in that order
/// than find the few that the joined row leads to, and sort them.
struct SubqueryStrategy {
  /// The statement.
  let select: SQLSelect
  /// How SQLite finds rows of its table.
  let access: IndexAccess
  /// What else the statement reads: its order.
  let others: [SQLExpression]

  init(_ select: SQLSelect, _ access: IndexAccess, others: [SQLExpression]) {
    self.select = select
    self.access = access
    self.others = others
  }

  /// The condition in its quickest form. Joins that it makes superfluous leave the statement.
  func condition(_ condition: SQLExpression) -> SQLExpression {
    var condition = condition
    // The last join first, because it may lead to a row by way of the others.
    for table in select.joins.reversed() { condition = lookUp(table, in: condition) }
    return apply(to: condition)
  }

  /// Replaces what is asked of a joined row, if few rows satisfy it.
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

  /// Whether a condition leads to its rows by an index.
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

  /// A column of a row that a to-one relationship leads to: its rows are found first, then those
  /// that refer to them, by the index that every relationship has.
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
  /// Whether the condition speaks of no other tables than those of the sub-select.
  fileprivate var isSelfContained: Bool {
    freeTables(besidesLink: true).isEmpty
  }

  fileprivate var ownTables: Set<SQLTable> { Set([table] + joins) }
}

extension SQLExpression {
  /// Whether the condition is of a kind that few rows satisfy.
  fileprivate var isSelective: Bool {
    switch self {
    case .binary(.equal, _, .value), .binary(.equal, .value, _), .member: true
    default: false
    }
  }

  /// The tables that the expression needs from around it.
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
  /// The tables of surrounding statements that the sub-select speaks of.
  fileprivate var freeTables: Set<SQLTable> { freeTables(besidesLink: false) }

  fileprivate func freeTables(besidesLink: Bool) -> Set<SQLTable> {
    var tables = condition.tables
    if let link, !besidesLink { tables.formUnion(link.key.tables) }
    for join in joins { tables.formUnion(join.joinKey?.tables ?? []) }
    return tables.subtracting(ownTables)
  }
}
