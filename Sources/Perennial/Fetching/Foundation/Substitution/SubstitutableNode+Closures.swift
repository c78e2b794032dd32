import Foundation

// Each of these expressions creates a variable for its elements. A substitution creates the
// expression again, with a new variable.

extension PredicateExpressions.Filter: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(variables.applied(to: sequence)) { other in
      variables.replacing(variable, with: other).applied(to: filter)
    }
  }
}

extension PredicateExpressions.SequenceContainsWhere: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(variables.applied(to: sequence)) { other in
      variables.replacing(variable, with: other).applied(to: test)
    }
  }
}

extension PredicateExpressions.SequenceAllSatisfy: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(variables.applied(to: sequence)) { other in
      variables.replacing(variable, with: other).applied(to: test)
    }
  }
}

extension PredicateExpressions.OptionalFlatMap: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    let wrapped = variables.applied(to: wrapped)
    func transformed<Node: PredicateExpression>(
      _ node: Node, _ other: PredicateExpressions.Variable<Wrapped>
    ) -> Node {
      variables.replacing(variable, with: other).applied(to: node)
    }
    // There are two builders: one for a transformation that returns a result, and one for a
    // transformation that returns an optional result.
    func plain(_ transform: some PredicateExpression<Result>) -> Any {
      PredicateExpressions.build_flatMap(wrapped) { transformed(transform, $0) }
    }
    func flattened(_ transform: some PredicateExpression<Result?>) -> Any {
      PredicateExpressions.build_flatMap(wrapped) { transformed(transform, $0) }
    }
    let made: Any? =
      if let transform = transform as? any PredicateExpression<Result?> {
        flattened(transform)
      } else if let transform = transform as? any PredicateExpression<Result> {
        plain(transform)
      } else {
        nil
      }
    return made as? Self ?? self
  }
}
