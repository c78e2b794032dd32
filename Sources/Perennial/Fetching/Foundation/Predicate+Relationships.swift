public import Foundation

// A predicate about related objects inside another predicate. Off Apple's platforms, `#Predicate`
// cannot express it: it rejects `other.evaluate($0.project)`.
//
// The inputs of a predicate are a parameter pack. If there is one input, a key path that begins at
// all inputs begins at that input.

extension Predicate {
  /// Creates a predicate that holds where the object at the end of a to-one relationship matches.
  ///
  /// ```swift
  /// let isOpen = #Predicate<Project> { !$0.isDone }
  /// let descriptor = FetchDescriptor<Note>(predicate: Predicate(\.project, matches: isOpen))
  /// ```
  public init<Related: PersistentModel>(
    _ relationship: any KeyPath<(repeat each Input), Related> & Sendable,
    matches other: Predicate<Related>
  ) {
    self.init(relationship) {
      // A cast to its own class makes the object optional, so that `flatMap` can bind it.
      RelatedTerms.matches(PredicateExpressions.ConditionalCast<_, Related>($0), other)
    }
  }

  /// Creates a predicate that holds where an optional to-one relationship has an object, and the object
  /// matches.
  ///
  /// ```swift
  /// let isAda = #Predicate<Person> { $0.name == "Ada" }
  /// let descriptor = FetchDescriptor<Recipe>(predicate: Predicate(\.owner, matches: isAda))
  /// ```
  public init<Related: PersistentModel>(
    _ relationship: any KeyPath<(repeat each Input), Related?> & Sendable,
    matches other: Predicate<Related>
  ) {
    self.init(relationship) { RelatedTerms.matches($0, other) }
  }

  /// Creates a predicate that holds where at least one object of a to-many relationship matches.
  ///
  /// ```swift
  /// let isRice = #Predicate<Ingredient> { $0.name == "Rice" }
  /// let descriptor = FetchDescriptor<Recipe>(predicate: Predicate(\.ingredients, anyMatches: isRice))
  /// ```
  public init<Related: PersistentModel>(
    _ relationship: any KeyPath<(repeat each Input), [Related]> & Sendable,
    anyMatches other: Predicate<Related>
  ) {
    self.init(relationship) { RelatedTerms.anyMatches($0, other) }
  }

  /// Creates a predicate that holds where at least one object of an optional to-many relationship
  /// matches.
  public init<Related: PersistentModel>(
    _ relationship: any KeyPath<(repeat each Input), [Related]?> & Sendable,
    anyMatches other: Predicate<Related>
  ) {
    self.init(relationship) { RelatedTerms.anyMatches($0, other) }
  }

  /// Creates a predicate that holds where all objects of a to-many relationship match, and where it has
  /// no objects.
  ///
  /// ```swift
  /// let isNamed = #Predicate<Ingredient> { $0.name != "" }
  /// let descriptor = FetchDescriptor<Recipe>(predicate: Predicate(\.ingredients, allMatch: isNamed))
  /// ```
  public init<Related: PersistentModel>(
    _ relationship: any KeyPath<(repeat each Input), [Related]> & Sendable,
    allMatch other: Predicate<Related>
  ) {
    self.init(relationship) { RelatedTerms.allMatch($0, other) }
  }

  /// Creates a predicate that holds where all objects of an optional to-many relationship match, and
  /// where it has no objects or is nil.
  public init<Related: PersistentModel>(
    _ relationship: any KeyPath<(repeat each Input), [Related]?> & Sendable,
    allMatch other: Predicate<Related>
  ) {
    self.init(relationship) { RelatedTerms.allMatch($0, other) }
  }

  /// Creates a predicate about the value at a key path.
  private init<Value>(
    _ keyPath: any KeyPath<(repeat each Input), Value> & Sendable,
    _ term: (RelatedTerms.Path<(repeat each Input), Value>) -> any RelatedTerms.Node<Bool>
  ) {
    self.init { (variable: repeat PredicateExpressions.Variable<each Input>) in
      RelatedTerms.about((repeat each variable)) { object in
        term(PredicateExpressions.build_KeyPath(root: object, keyPath: keyPath))
      }
    }
  }
}

/// Expressions about related objects.
private enum RelatedTerms {
  typealias Node<Value> = StandardPredicateExpression<Value>
  typealias Variable = PredicateExpressions.Variable
  typealias Path<Root, Value> = PredicateExpressions.KeyPath<Variable<Root>, Value>

  /// Makes an expression about the variable of a predicate with one input.
  ///
  /// The inputs of any other predicate are a tuple. No key path leads from a tuple to a model, so none
  /// of the initialisers can be called for it.
  static func about<Input>(
    _ variable: Any, _ term: (Variable<Input>) -> any Node<Bool>
  ) -> any Node<Bool> {
    guard let variable = variable as? Variable<Input> else {
      return PredicateExpressions.build_Arg(false)
    }
    return term(variable)
  }

  static func matches<Related>(
    _ related: some Node<Related?>, _ other: Predicate<Related>
  ) -> any Node<Bool> {
    func term(_ test: some Node<Bool>) -> any Node<Bool> {
      PredicateExpressions.build_NilCoalesce(
        lhs: PredicateExpressions.build_flatMap(related) { applying(test, of: other, to: $0) },
        rhs: PredicateExpressions.build_Arg(false))
    }
    return term(other.expression)
  }

  static func anyMatches<Related>(
    _ related: some Node<[Related]>, _ other: Predicate<Related>
  ) -> any Node<Bool> {
    func term(_ test: some Node<Bool>) -> any Node<Bool> {
      PredicateExpressions.build_contains(related, where: { applying(test, of: other, to: $0) })
    }
    return term(other.expression)
  }

  static func anyMatches<Related>(
    _ related: some Node<[Related]?>, _ other: Predicate<Related>
  ) -> any Node<Bool> {
    func term(_ test: some Node<Bool>) -> any Node<Bool> {
      PredicateExpressions.build_NilCoalesce(
        lhs: PredicateExpressions.build_flatMap(related) { objects in
          PredicateExpressions.build_contains(objects, where: { applying(test, of: other, to: $0) })
        },
        rhs: PredicateExpressions.build_Arg(false))
    }
    return term(other.expression)
  }

  static func allMatch<Related>(
    _ related: some Node<[Related]>, _ other: Predicate<Related>
  ) -> any Node<Bool> {
    func term(_ test: some Node<Bool>) -> any Node<Bool> {
      PredicateExpressions.build_allSatisfy(related) { applying(test, of: other, to: $0) }
    }
    return term(other.expression)
  }

  static func allMatch<Related>(
    _ related: some Node<[Related]?>, _ other: Predicate<Related>
  ) -> any Node<Bool> {
    func term(_ test: some Node<Bool>) -> any Node<Bool> {
      PredicateExpressions.build_NilCoalesce(
        lhs: PredicateExpressions.build_flatMap(related) { objects in
          PredicateExpressions.build_allSatisfy(objects) { applying(test, of: other, to: $0) }
        },
        rhs: PredicateExpressions.build_Arg(true))
    }
    return term(other.expression)
  }

  /// Returns the expression of a predicate, about another variable.
  private static func applying<Test: Node<Bool>, Related>(
    _ test: Test, of other: Predicate<Related>, to variable: Variable<Related>
  ) -> Test {
    let substitution = VariableSubstitution()
    return substitution.replacing(other.variable, with: variable).applied(to: test)
  }
}
