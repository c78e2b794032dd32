public import Foundation

extension Predicate {
  /// A predicate that holds where all of several hold; with none of them, everywhere.
  ///
  /// They are asked in order, and no further than up to the first that does not hold.
  public init(all predicates: [Predicate<repeat each Input>]) {
    self.init { (variable: repeat PredicateExpressions.Variable<each Input>) in
      var terms = predicates.map { $0.expression(about: repeat each variable) }[...]
      guard var result = terms.popFirst() else { return PredicateExpressions.Value(true) }
      for term in terms { result = PredicateTerms.and(result, term) }
      return result
    }
  }

  /// A predicate that holds where any of several holds; with none of them, nowhere.
  ///
  /// They are asked in order, and no further than up to the first that holds.
  public init(any predicates: [Predicate<repeat each Input>]) {
    self.init { (variable: repeat PredicateExpressions.Variable<each Input>) in
      var terms = predicates.map { $0.expression(about: repeat each variable) }[...]
      guard var result = terms.popFirst() else { return PredicateExpressions.Value(false) }
      for term in terms { result = PredicateTerms.or(result, term) }
      return result
    }
  }

  /// A predicate that holds where this and another one hold.
  public func and(_ other: Predicate<repeat each Input>) -> Predicate<repeat each Input> {
    Predicate(all: [self, other])
  }

  /// A predicate that holds where this or another one holds.
  public func or(_ other: Predicate<repeat each Input>) -> Predicate<repeat each Input> {
    Predicate(any: [self, other])
  }

  /// What the predicate says, about other variables.
  private func expression(
    about other: repeat PredicateExpressions.Variable<each Input>
  ) -> any StandardPredicateExpression<Bool> {
    var substitution = VariableSubstitution()
    repeat substitution.replace(each variable, with: each other)
    let term = expression
    return PredicateTerms.applying(substitution, to: term)
  }
}

/// Expressions whose types are only known to be such.
private enum PredicateTerms {
  static func applying(
    _ substitution: VariableSubstitution, to term: some StandardPredicateExpression<Bool>
  ) -> any StandardPredicateExpression<Bool> { substitution.applied(to: term) }

  static func and(
    _ left: some StandardPredicateExpression<Bool>, _ right: some StandardPredicateExpression<Bool>
  ) -> any StandardPredicateExpression<Bool> {
    PredicateExpressions.build_Conjunction(lhs: left, rhs: right)
  }

  static func or(
    _ left: some StandardPredicateExpression<Bool>, _ right: some StandardPredicateExpression<Bool>
  ) -> any StandardPredicateExpression<Bool> {
    PredicateExpressions.build_Disjunction(lhs: left, rhs: right)
  }
}
