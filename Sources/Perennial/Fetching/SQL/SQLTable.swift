/// A table in a `FROM` clause. Its identity distinguishes two uses of one table.
final class SQLTable: Hashable {
  let name: String
  /// The name of the table in the statement.
  let alias: String
  /// The key by which the table is joined to an earlier one. It equals the table's primary key.
  let joinKey: SQLExpression?
  /// `true` if rows of the earlier table without a counterpart are kept.
  let isOuter: Bool

  init(name: String, alias: String, joinKey: SQLExpression? = nil, isOuter: Bool = false) {
    self.name = name
    self.alias = alias
    self.joinKey = joinKey
    self.isOuter = isOuter
  }

  /// Returns `true` if all columns of the table are NULL whenever `key` is NULL.
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

/// A `SELECT` under construction: a table, the tables that are joined to it on demand, and a
/// condition.
final class SQLSelect: Hashable {
  let table: SQLTable
  private(set) var joins: [SQLTable] = []
  /// The link between a column of the rows and a key of a row of the surrounding statement.
  let link: SQLLink?
  var condition = SQLExpression.truth(true)

  init(_ table: SQLTable, link: SQLLink? = nil) {
    self.table = table
    self.link = link
  }

  func join(_ table: SQLTable) { joins.append(table) }

  /// Removes a joined table that is not read.
  func leave(out table: SQLTable) { joins.removeAll { $0 === table } }

  static func == (lhs: SQLSelect, rhs: SQLSelect) -> Bool { lhs === rhs }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
