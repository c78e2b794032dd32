public import Foundation

extension Predicate {
  /// Creates a predicate that holds where all of several predicates hold. An empty list holds
  /// everywhere.
  ///
  /// The predicates are evaluated in order, up to the first that does not hold.
  ///
  /// ```swift
  /// let words = ["soup", "winter"]
  /// let containsAll = Predicate(
  ///   all: words.map { word in #Predicate<Recipe> { $0.title.localizedStandardContains(word) } })
  /// ```
  public init(all predicates: [Predicate<repeat each Input>]) {
    self.init { (variable: repeat PredicateExpressions.Variable<each Input>) in
      let terms = predicates.map { $0.expression(about: repeat each variable) }
      return PredicateTerms.joined(terms[...]) { PredicateTerms.and($0, $1) }
        ?? PredicateExpressions.Value(true)
    }
  }

  /// Creates a predicate that holds where any of several predicates holds. An empty list holds
  /// nowhere.
  ///
  /// The predicates are evaluated in order, up to the first that holds.
  ///
  /// ```swift
  /// let minutes = [10, 20, 30]
  /// let takesOneOf = Predicate(any: minutes.map { time in #Predicate<Recipe> { $0.minutes == time } })
  /// ```
  public init(any predicates: [Predicate<repeat each Input>]) {
    self.init { (variable: repeat PredicateExpressions.Variable<each Input>) in
      let terms = predicates.map { $0.expression(about: repeat each variable) }
      return PredicateTerms.joined(terms[...]) { PredicateTerms.or($0, $1) }
        ?? PredicateExpressions.Value(false)
    }
  }

  /// Returns a predicate that holds where this and another predicate hold.
  ///
  /// ```swift
  /// let isOpen = #Predicate<Project> { !$0.isDone }
  /// let isNamed = #Predicate<Project> { $0.name != "" }
  /// let descriptor = FetchDescriptor<Project>(predicate: isOpen.and(isNamed))
  /// ```
  public func and(_ other: Predicate<repeat each Input>) -> Predicate<repeat each Input> {
    Predicate(all: [self, other])
  }

  /// Returns a predicate that holds where this or another predicate holds.
  ///
  /// ```swift
  /// let isQuick = #Predicate<Recipe> { $0.minutes < 15 }
  /// let isGood = #Predicate<Recipe> { $0.rating >= 4 }
  /// let descriptor = FetchDescriptor<Recipe>(predicate: isQuick.or(isGood))
  /// ```
  public func or(_ other: Predicate<repeat each Input>) -> Predicate<repeat each Input> {
    Predicate(any: [self, other])
  }

  /// Returns the predicate's expression, about other variables.
  private func expression(
    about other: repeat PredicateExpressions.Variable<each Input>
  ) -> any StandardPredicateExpression<Bool> {
    var substitution = VariableSubstitution()
    repeat substitution.replace(each variable, with: each other)
    let term = expression
    return PredicateTerms.applying(substitution, to: term)
  }
}

/// Operations on expressions whose concrete types are not known.
private enum PredicateTerms {
  static func applying(
    _ substitution: VariableSubstitution, to term: some StandardPredicateExpression<Bool>
  ) -> any StandardPredicateExpression<Bool> { substitution.applied(to: term) }

  typealias Term = any StandardPredicateExpression<Bool>

  /// Joins terms in their order, as a tree in which no branch is much longer than another. A chain of a thousand terms
  /// would need a thousand nested types, and as many nested calls for each evaluation.
  static func joined(_ terms: ArraySlice<Term>, by join: (Term, Term) -> Term) -> Term? {
    guard terms.count > 1 else { return terms.first }
    let middle = terms.startIndex + terms.count / 2
    guard let left = joined(terms[..<middle], by: join),
      let right = joined(terms[middle...], by: join)
    else { return nil }
    return join(left, right)
  }

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
