import Foundation

extension PredicateExpressions.Negation: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(variables.applied(to: wrapped))
  }
}

extension PredicateExpressions.Conditional: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(
      test: variables.applied(to: test), trueBranch: variables.applied(to: trueBranch),
      falseBranch: variables.applied(to: falseBranch))
  }
}

extension PredicateExpressions.Comparison: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(lhs: variables.applied(to: lhs), rhs: variables.applied(to: rhs), op: op)
  }
}
