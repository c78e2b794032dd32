import Foundation

extension PredicateExpressions.Conjunction: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    let left = translator.condition(lhs, bound)
    if left.isExact, left.success == nil, left.sql == .truth(false) { return left }
    let right = translator.condition(rhs, bound)
    var both = Condition(sql: .and([left.sql, right.sql]), isExact: left.isExact && right.isExact)
    if both.isExact {
      // The right side is only evaluated where the left one is true.
      both.success = left.success.and(right.success.map { .or([left.sql.negated, $0]) })
    } else if bound == .upper {
      both.success = left.success.and(right.success)
    }
    return both
  }
}

extension PredicateExpressions.Disjunction: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    let left = translator.condition(lhs, bound)
    if left.isExact, left.success == nil, left.sql == .truth(true) { return left }
    let right = translator.condition(rhs, bound)
    var either = Condition(sql: .or([left.sql, right.sql]), isExact: left.isExact && right.isExact)
    if either.isExact {
      // The right side is only evaluated where the left one is not true.
      either.success = left.success.and(right.success.map { .or([left.sql, $0]) })
    }
    return either
  }
}

extension PredicateExpressions.Negation: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    var condition = translator.condition(wrapped, bound.opposite)
    condition.sql = condition.sql.negated
    if !condition.isExact { condition.success = nil }
    return condition
  }
}

extension Operand.NullMeaning {
  /// What NULL stands for in a value that is one or the other.
  func merged(with other: Operand.NullMeaning) throws(Untranslatable) -> Operand.NullMeaning {
    switch (self, other) {
    case (.nothing, _): return other
    case (_, .nothing): return self
    case (.absence, .absence), (.notANumber, .notANumber): return self
    default: throw Untranslatable("a value that is nil or not a number")
    }
  }
}
