import Foundation

extension PredicateExpressions.SequenceContains: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(sequence: variables.applied(to: sequence), element: variables.applied(to: element))
  }
}

extension PredicateExpressions.SequenceStartsWith: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(base: variables.applied(to: base), prefix: variables.applied(to: prefix))
  }
}

extension PredicateExpressions.CollectionContainsCollection: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(base: variables.applied(to: base), other: variables.applied(to: other))
  }
}

extension PredicateExpressions.StringContainsRegex: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(subject: variables.applied(to: subject), regex: variables.applied(to: regex))
  }
}

extension PredicateExpressions.SequenceMaximum: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(elements: variables.applied(to: elements))
  }
}

extension PredicateExpressions.SequenceMinimum: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(elements: variables.applied(to: elements))
  }
}

extension PredicateExpressions.CollectionIndexSubscript: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(wrapped: variables.applied(to: wrapped), index: variables.applied(to: index))
  }
}

extension PredicateExpressions.CollectionRangeSubscript: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(wrapped: variables.applied(to: wrapped), range: variables.applied(to: range))
  }
}

extension PredicateExpressions.DictionaryKeySubscript: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(wrapped: variables.applied(to: wrapped), key: variables.applied(to: key))
  }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(
      wrapped: variables.applied(to: wrapped), key: variables.applied(to: key),
      default: variables.applied(to: `default`))
  }
}
