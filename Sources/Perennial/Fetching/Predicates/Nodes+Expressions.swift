import Foundation

/// A captured `Expression`, applied to operands.
extension PredicateExpressions.ExpressionEvaluate: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    guard
      let captured = try translator.operand(expression).constant(as: Transformation.Output.self)
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
