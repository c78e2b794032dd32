import Foundation

extension PredicateExpressions.Conjunction: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Bool {
    try lhs.checkedValue(bindings) && rhs.checkedValue(bindings)
  }
}

extension PredicateExpressions.Disjunction: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Bool {
    try lhs.checkedValue(bindings) || rhs.checkedValue(bindings)
  }
}

extension PredicateExpressions.Negation: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Bool {
    try !wrapped.checkedValue(bindings)
  }
}

extension PredicateExpressions.Conditional: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Output {
    try test.checkedValue(bindings)
      ? trueBranch.checkedValue(bindings) : falseBranch.checkedValue(bindings)
  }
}

extension PredicateExpressions.Equal: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Bool {
    try lhs.checkedValue(bindings) == rhs.checkedValue(bindings)
  }
}

extension PredicateExpressions.NotEqual: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Bool {
    try lhs.checkedValue(bindings) != rhs.checkedValue(bindings)
  }
}

extension PredicateExpressions.Comparison: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Bool {
    try op.compare(lhs.checkedValue(bindings), rhs.checkedValue(bindings))
  }
}

extension PredicateExpressions.OptionalFlatMap: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Output {
    guard let value = try wrapped.checkedValue(bindings) else { return nil }
    let result = try transform.checkedValue(bindings.binding(variable, to: value))
    // The transformation returns a result, or an optional one.
    return (result as? Result?) ?? nil
  }
}

extension PredicateExpressions.NilCoalesce: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Output {
    try lhs.checkedValue(bindings) ?? rhs.checkedValue(bindings)
  }
}

extension PredicateExpressions.ForcedUnwrap: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Output {
    guard let value = try inner.checkedValue(bindings) else {
      throw PredicateError.forceUnwrapFailure
    }
    return value
  }
}

extension PredicateExpressions.KeyPath: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Output {
    try root.checkedValue(bindings)[keyPath: keyPath]
  }
}
