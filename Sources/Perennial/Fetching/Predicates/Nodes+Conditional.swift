import Foundation

/// A conditional expression: `test ? a : b`, or `if` with `else`.
extension PredicateExpressions.Conditional: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    guard let trueBranch = trueBranch as? any PredicateExpression<Bool>,
      let falseBranch = falseBranch as? any PredicateExpression<Bool>
    else { throw Untranslatable("a condition that is not a Bool") }
    let test = translator.condition(test, bound)
    if test.isExact, test.success == nil {
      if test.sql == .truth(true) { return translator.condition(trueBranch, bound) }
      if test.sql == .truth(false) { return translator.condition(falseBranch, bound) }
    }
    let (then, otherwise) = (
      translator.condition(trueBranch, bound), translator.condition(falseBranch, bound)
    )
    guard test.isExact else {
      let opposite = translator.condition(self.test, bound.opposite)
      return Condition(
        sql: .or([
          .and([test.sql, then.sql]), .and([opposite.sql.negated, otherwise.sql]),
        ]), isExact: false)
    }
    var result = Condition(
      sql: .or([.and([test.sql, then.sql]), .and([test.sql.negated, otherwise.sql])]),
      isExact: then.isExact && otherwise.isExact)
    if result.isExact {
      result.success = Self.success(
        test.sql, own: test.success, then: then.success, otherwise: otherwise.success)
    }
    return result
  }

  func operand(_ translator: Translator) throws -> Operand {
    let test = try translator.exactCondition(test)
    if test.success == nil {
      if test.sql == .truth(true) { return try translator.operand(trueBranch) }
      if test.sql == .truth(false) { return try translator.operand(falseBranch) }
    }
    let (then, otherwise) = (
      try translator.operand(trueBranch), try translator.operand(falseBranch)
    )
    let pair = try ScalarPair(then, otherwise)
    return Operand(
      .scalar(.choose(when: test.sql, pair.left.sql, else: pair.right.sql), pair.form),
      null: try pair.left.null.merged(with: pair.right.null),
      success: Self.success(
        test.sql, own: test.success, then: then.success, otherwise: otherwise.success))
  }

  /// Returns the condition that the test and the branch that it chooses can be evaluated.
  private static func success(
    _ test: SQLExpression, own: SQLExpression?, then: SQLExpression?,
    otherwise: SQLExpression?
  ) -> SQLExpression? {
    if then == nil, otherwise == nil { return own }
    return own.and(
      .choose(when: test, then ?? .truth(true), else: otherwise ?? .truth(true)))
  }
}
