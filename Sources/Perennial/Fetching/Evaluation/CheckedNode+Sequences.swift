import Foundation

extension PredicateExpressions.SequenceContains: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Bool {
    try sequence.checkedValue(bindings).contains(element.checkedValue(bindings))
  }
}

extension PredicateExpressions.SequenceContainsWhere: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Bool {
    try sequence.checkedValue(bindings).contains { element in
      try test.checkedValue(bindings.binding(variable, to: element))
    }
  }
}

extension PredicateExpressions.SequenceAllSatisfy: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Bool {
    try sequence.checkedValue(bindings).allSatisfy { element in
      try test.checkedValue(bindings.binding(variable, to: element))
    }
  }
}

extension PredicateExpressions.Filter: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Output {
    try sequence.checkedValue(bindings).filter { element in
      try filter.checkedValue(bindings.binding(variable, to: element))
    }
  }
}

extension PredicateExpressions.SequenceStartsWith: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Bool {
    try base.checkedValue(bindings).starts(with: prefix.checkedValue(bindings))
  }
}

extension PredicateExpressions.CollectionContainsCollection: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Bool {
    try base.checkedValue(bindings).contains(other.checkedValue(bindings))
  }
}

extension PredicateExpressions.SequenceMaximum: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Output {
    try elements.checkedValue(bindings).max()
  }
}

extension PredicateExpressions.SequenceMinimum: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Output {
    try elements.checkedValue(bindings).min()
  }
}

extension PredicateExpressions.CollectionIndexSubscript: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Output {
    let (collection, index) = (
      try wrapped.checkedValue(bindings), try self.index.checkedValue(bindings)
    )
    guard collection.indices.contains(index) else { throw EvaluationFailure.indexOutOfBounds }
    return collection[index]
  }
}

extension PredicateExpressions.CollectionRangeSubscript: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Output {
    let (collection, range) = (
      try wrapped.checkedValue(bindings), try self.range.checkedValue(bindings)
    )
    guard collection.startIndex <= range.lowerBound, range.upperBound <= collection.endIndex else {
      throw EvaluationFailure.indexOutOfBounds
    }
    return collection[range]
  }
}

extension PredicateExpressions.DictionaryKeySubscript: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Output {
    try wrapped.checkedValue(bindings)[key.checkedValue(bindings)]
  }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Output {
    if let value = try wrapped.checkedValue(bindings)[key.checkedValue(bindings)] { return value }
    return try `default`.checkedValue(bindings)
  }
}
