/// A table in a `FROM` clause: identity is what tells two uses of one table apart.
final class SQLTable: Hashable {
  let name: String
  /// What it is called in the statement.
  let alias: String
  /// The key by which it is joined to an earlier table: the equal of its primary key.
  let joinKey: SQLExpression?
  /// Whether rows of the earlier table without a counterpart are kept.
  let isOuter: Bool

  init(name: String, alias: String, joinKey: SQLExpression? = nil, isOuter: Bool = false) {
    self.name = name
    self.alias = alias
    self.joinKey = joinKey
    self.isOuter = isOuter
  }

  /// Whether there are only NULLs to read from the table whenever `key` is NULL.
  func isJoined(on key: SQLExpression) -> Bool {
    guard let joinKey else { return false }
    return joinKey.isNull(whenNull: key)
  }

  static func == (lhs: SQLTable, rhs: SQLTable) -> Bool { lhs === rhs }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// An equality between a column of a sub-select and a key of the surrounding statement.
struct SQLLink {
  let column: SQLExpression
  let key: SQLExpression
}

/// A `SELECT` in the making: a table, the tables joined to it as the need arises, a condition.
final class SQLSelect: Hashable {
  let table: SQLTable
  private(set) var joins: [SQLTable] = []
  /// What ties the rows to a row of the surrounding statement: a column of theirs and a key of its.
  let link: SQLLink?
  var condition = SQLExpression.truth(true)

  init(_ table: SQLTable, link: SQLLink? = nil) {
    self.table = table
    self.link = link
  }

  func join(_ table: SQLTable) { joins.append(table) }

  /// Takes out a joined table that nobody reads.
  func leave(out table: SQLTable) { joins.removeAll { $0 === table } }

  static func == (lhs: SQLSelect, rhs: SQLSelect) -> Bool { lhs === rhs }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
