import Foundation

extension PredicateExpressions.Variable: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    variables.replacement(for: self)
  }
}

extension PredicateExpressions.KeyPath: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(root: variables.applied(to: root), keyPath: keyPath)
  }
}

extension PredicateExpressions.ConditionalCast: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(variables.applied(to: input))
  }
}

extension PredicateExpressions.ForceCast: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(variables.applied(to: input))
  }
}

extension PredicateExpressions.TypeCheck: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(variables.applied(to: input))
  }
}

extension PredicateExpressions.ForcedUnwrap: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(variables.applied(to: inner))
  }
}

extension PredicateExpressions.ExpressionEvaluate: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(
      expression: variables.applied(to: expression), input: repeat variables.applied(to: each input)
    )
  }
}
