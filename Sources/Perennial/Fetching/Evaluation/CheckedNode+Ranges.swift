import Foundation

extension PredicateExpressions.Range: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Output {
    let (lower, upper) = (
      try self.lower.checkedValue(bindings), try self.upper.checkedValue(bindings)
    )
    guard lower <= upper else { throw EvaluationFailure.invertedRange }
    return lower..<upper
  }
}

extension PredicateExpressions.ClosedRange: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Output {
    let (lower, upper) = (
      try self.lower.checkedValue(bindings), try self.upper.checkedValue(bindings)
    )
    guard lower <= upper else { throw EvaluationFailure.invertedRange }
    return lower...upper
  }
}

extension PredicateExpressions.RangeExpressionContains: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Bool {
    try range.checkedValue(bindings).contains(element.checkedValue(bindings))
  }
}

extension PredicateExpressions.ConditionalCast: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Output {
    try input.checkedValue(bindings) as? Desired
  }
}

extension PredicateExpressions.ForceCast: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Output {
    guard let value = try input.checkedValue(bindings) as? Desired else {
      throw PredicateError.forceCastFailure
    }
    return value
  }
}

extension PredicateExpressions.TypeCheck: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Bool {
    try input.checkedValue(bindings) is Desired
  }
}
