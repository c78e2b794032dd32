/// A predicate, or a part of one, as a condition in SQL.
struct Condition {
  /// The expression. It counts as true where it is neither 0 nor NULL.
  var sql: SQLExpression
  /// The condition under which the evaluation succeeds; see ``Operand/success``.
  var success: SQLExpression?
  /// `true` if the condition is equivalent to the predicate, and not only a bound of it.
  var isExact = true

  static func constant(_ value: Bool) -> Condition { Condition(sql: .truth(value)) }
}

extension Condition {
  /// Returns a condition on two operands that are texts.
  static func texts(
    _ first: Operand, _ second: Operand,
    where condition: (SQLExpression, SQLExpression) -> SQLExpression
  ) throws(Untranslatable) -> Condition {
    let (left, right) = (try Scalar(first), try Scalar(second))
    guard left.form == .text, right.form == .text else {
      throw Untranslatable("a comparison of a value that is not a text")
    }
    return Condition(
      sql: condition(left.sql, right.sql), success: first.success.and(second.success))
  }

  /// Returns the conjunction of two conditions. The second is only evaluated where the first is
  /// true.
  func and(_ other: Condition, _ bound: Bound) -> Condition {
    var both = Condition(sql: .and([sql, other.sql]), isExact: isExact && other.isExact)
    if both.isExact {
      both.success = success.and(other.success.map { .or([sql.negated, $0]) })
    } else if bound == .upper {
      // If the conjunction is true, both conditions were evaluated.
      both.success = success.and(other.success)
    }
    return both
  }

  /// Returns the disjunction of two conditions. The second is only evaluated where the first is not
  /// true.
  func or(_ other: Condition) -> Condition {
    var either = Condition(sql: .or([sql, other.sql]), isExact: isExact && other.isExact)
    if either.isExact {
      either.success = success.and(other.success.map { .or([sql, $0]) })
    }
    return either
  }
}

/// The direction in which a condition may err if it cannot be exact.
enum Bound {
  /// True for at least all rows that match.
  case upper
  /// True for at most the rows that match.
  case lower

  var opposite: Bound { self == .upper ? .lower : .upper }
}
