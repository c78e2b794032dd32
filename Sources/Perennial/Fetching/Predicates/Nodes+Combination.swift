import Foundation

extension PredicateCombination: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    var result = Condition.constant(quantifier == .all)
    for predicate in predicates {
      let part = try translator.scope {
        repeat translator.bind(
          each predicate.variable, to: try translator.operand(of: (each variable).key))
        let expression: any PredicateExpression<Bool> = predicate.expression
        return translator.condition(expression, bound)
      }
      switch quantifier {
      case .all: result = result.and(part, bound)
      case .any: result = result.or(part)
      }
    }
    return result
  }
}

extension PredicateCombination: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Bool {
    let test = { (predicate: Predicate<repeat each Input>) in
      var inner = bindings
      repeat inner = inner.binding(
        each predicate.variable, to: try (each variable).evaluate(bindings))
      let expression: any PredicateExpression<Bool> = predicate.expression
      return try expression.checkedValue(inner)
    }
    return switch quantifier {
    case .all: try predicates.allSatisfy(test)
    case .any: try predicates.contains(where: test)
    }
  }
}

/// A captured `Expression`, applied to operands.
extension PredicateExpressions.ExpressionEvaluate: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    guard let captured = try translator.operand(expression).constant(as: Transformation.Output.self)
    else { throw Untranslatable("an expression that is not captured") }
    return try translator.scope {
      repeat translator.bind(each captured.variable, to: try translator.operand(each input))
      let body: any PredicateExpression<Output> = captured.expression
      return try translator.operand(body)
    }
  }
}

extension PredicateExpressions.ExpressionEvaluate: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Output {
    let captured = try expression.checkedValue(bindings)
    var inner = bindings
    repeat inner = inner.binding(
      each captured.variable, to: try (each input).checkedValue(bindings))
    let body: any PredicateExpression<Output> = captured.expression
    return try body.checkedValue(inner)
  }
}
