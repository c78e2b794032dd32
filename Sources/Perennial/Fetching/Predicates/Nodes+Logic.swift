import Foundation

extension PredicateExpressions.Conjunction: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    let left = translator.condition(lhs, bound)
    if left.isExact, left.success == nil, left.sql == .truth(false) { return left }
    return left.and(translator.condition(rhs, bound), bound)
  }
}

extension PredicateExpressions.Disjunction: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    let left = translator.condition(lhs, bound)
    if left.isExact, left.success == nil, left.sql == .truth(true) { return left }
    return left.or(translator.condition(rhs, bound))
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
