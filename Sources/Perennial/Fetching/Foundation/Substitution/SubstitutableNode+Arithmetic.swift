import Foundation

extension PredicateExpressions.Arithmetic: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(lhs: variables.applied(to: lhs), rhs: variables.applied(to: rhs), op: op)
  }
}

extension PredicateExpressions.UnaryMinus: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(variables.applied(to: wrapped))
  }
}

extension PredicateExpressions.Range: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(lower: variables.applied(to: lower), upper: variables.applied(to: upper))
  }
}

extension PredicateExpressions.ClosedRange: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(lower: variables.applied(to: lower), upper: variables.applied(to: upper))
  }
}

extension PredicateExpressions.RangeExpressionContains: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(range: variables.applied(to: range), element: variables.applied(to: element))
  }
}
