/// A predicate, or a part of one, as a condition in SQL.
struct Condition {
  /// An expression that counts as true where it is neither 0 nor NULL.
  var sql: SQLExpression
  /// See ``Operand/success``.
  var success: SQLExpression?
  /// Whether the condition is the predicate, and not only a bound of it.
  var isExact = true

  static func constant(_ value: Bool) -> Condition { Condition(sql: .truth(value)) }

  /// What always fails.
  static var failure: Condition { Condition(sql: .truth(false), success: .truth(false)) }
}

/// Which way a condition may err where it cannot be exact.
enum Bound {
  /// True for at least all rows that match.
  case upper
  /// True for at most the rows that match.
  case lower

  var opposite: Bound { self == .upper ? .lower : .upper }
}
