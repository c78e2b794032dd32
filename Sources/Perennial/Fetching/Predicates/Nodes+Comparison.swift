import Foundation

extension PredicateExpressions.Equal: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    let (left, right) = (try translator.operand(lhs), try translator.operand(rhs))
    if let left = left.constant(as: LHS.Output.self),
      let right = right.constant(as: RHS.Output.self)
    {
      return .constant(left == right)
    }
    return try Equality(left, right).condition
  }
}

extension PredicateExpressions.NotEqual: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    let (left, right) = (try translator.operand(lhs), try translator.operand(rhs))
    if let left = left.constant(as: LHS.Output.self),
      let right = right.constant(as: RHS.Output.self)
    {
      return .constant(left != right)
    }
    return try Equality(left, right).oppositeCondition
  }
}

/// The comparison of two operands by `==`. A nil equals nil, and a NaN equals nothing.
struct Equality {
  private let sql: SQLExpression
  private let opposite: SQLExpression
  private let success: SQLExpression?

  var condition: Condition { Condition(sql: sql, success: success) }
  var oppositeCondition: Condition { Condition(sql: opposite, success: success) }

  init(_ left: Operand, _ right: Operand) throws {
    success = left.success.and(right.success)
    if let isNil = try Self.isNil(left, right) ?? Self.isNil(right, left) {
      sql = isNil
      opposite = isNil.negated
      return
    }
    let pair = try ScalarPair(left, right)
    guard pair.form.isComparable else {
      throw Untranslatable("a comparison of values that SQL cannot read")
    }
    (sql, opposite) = Self.compare(pair.left, pair.right)
  }

  private static func compare(
    _ left: Scalar, _ right: Scalar
  ) -> (sql: SQLExpression, opposite: SQLExpression) {
    let equal = SQLExpression.binary(.equal, left.sql, right.sql)
    switch (left.null, right.null) {
    case (.nothing, .nothing) where right.sql == .truth(false):
      return (left.sql.condition.negated, left.sql.condition)
    case (.nothing, .nothing) where right.sql == .truth(true),
      (.absence, .nothing) where right.sql == .truth(true):
      return (left.sql.condition, left.sql.condition.negated)
    case (.nothing, .nothing):
      return (equal, .binary(.unequal, left.sql, right.sql))
    case (.absence, .nothing), (.nothing, .absence):
      return (equal, .binary(.notSame, left.sql, right.sql))
    case (.absence, .absence):
      return (.binary(.same, left.sql, right.sql), .binary(.notSame, left.sql, right.sql))
    case (.notANumber, _), (_, .notANumber), (.either, .nothing), (.nothing, .either):
      return (equal, equal.negated)
    case (.either, .absence), (.either, .either), (.absence, .either):
      let (here, there) = (left.isPresent, right.isPresent)
      let both = SQLExpression.or([
        .and([here, there, equal]), .and([here.negated, there.negated]),
      ])
      return (both, both.negated)
    }
  }

  /// Returns the condition that an operand is nil, if the other operand is the constant nil.
  private static func isNil(
    _ operand: Operand, _ other: Operand
  ) throws -> SQLExpression? {
    guard let constant = other.constant, let optional = constant as? any OptionalValue,
      optional.isNil
    else { return nil }
    return try operand.isPresent.negated
  }
}

extension PredicateExpressions.Comparison: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    let (left, right) = (try translator.operand(lhs), try translator.operand(rhs))
    if let left = left.constant(as: LHS.Output.self),
      let right = right.constant(as: RHS.Output.self)
    {
      return .constant(op.compare(left, right))
    }
    if let sql = try Self.cases(left, right, by: op) {
      return Condition(sql: sql, success: left.success.and(right.success))
    }
    let sql = try ScalarPair(left, right).comparison(op.sql)
    return Condition(sql: sql, success: left.success.and(right.success))
  }
}

extension PredicateExpressions.Comparison {
  /// Returns the comparison of an enumeration's value with a constant: a list of the cases that
  /// satisfy it.
  fileprivate static func cases(
    _ left: Operand, _ right: Operand, by op: PredicateExpressions.ComparisonOperator
  ) throws(Untranslatable) -> SQLExpression? {
    let (operand, satisfies): (Operand, (LHS.Output) -> Bool)
    if let constant = right.constant(as: RHS.Output.self) {
      (operand, satisfies) = (left, { op.compare($0, constant) })
    } else if let constant = left.constant(as: LHS.Output.self) {
      (operand, satisfies) = (right, { op.compare(constant, $0) })
    } else {
      return nil
    }
    guard case .scalar(let sql, .rawValue) = operand.content,
      let cases = CaseTable.cases(of: LHS.Output.self)
    else { return nil }
    return .member(sql, in: cases.filter { satisfies($0.value) }.map(\.stored))
  }
}

extension PredicateExpressions.ComparisonOperator {
  func compare<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .lessThan: left < right
    case .lessThanOrEqual: left <= right
    case .greaterThan: left > right
    case .greaterThanOrEqual: left >= right
    }
  }

  var sql: SQLOperator {
    switch self {
    case .lessThan: .less
    case .lessThanOrEqual: .lessOrEqual
    case .greaterThan: .greater
    case .greaterThanOrEqual: .greaterOrEqual
    }
  }
}
