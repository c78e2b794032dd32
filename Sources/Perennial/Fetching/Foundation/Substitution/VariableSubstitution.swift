import Foundation

/// An exchange of variables. It turns an expression about one variable into the same expression
/// about another variable.
struct VariableSubstitution {
  private var variables: [PredicateExpressions.VariableID: Any] = [:]

  mutating func replace<Value>(
    _ variable: PredicateExpressions.Variable<Value>,
    with other: PredicateExpressions.Variable<Value>
  ) {
    variables[variable.key] = other
  }

  func replacing<Value>(
    _ variable: PredicateExpressions.Variable<Value>,
    with other: PredicateExpressions.Variable<Value>
  ) -> VariableSubstitution {
    var copy = self
    copy.replace(variable, with: other)
    return copy
  }

  func replacement<Value>(
    for variable: PredicateExpressions.Variable<Value>
  ) -> PredicateExpressions.Variable<Value> {
    variables[variable.key] as? PredicateExpressions.Variable<Value> ?? variable
  }

  /// Returns the expression, about the new variables. Its type does not change.
  func applied<Node: PredicateExpression>(to node: Node) -> Node {
    guard let composite = node as? any SubstitutableNode else { return node }
    return composite.substituting(self) as? Node ?? node
  }
}

/// An expression that contains variables.
protocol SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self
}
