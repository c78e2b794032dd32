import SwiftData

/// An expression of a predicate whose type is only known to be of a kind of value. What is behind
/// it has the very type that `#Predicate` would have made.
typealias Term<Value> = any StandardPredicateExpression<Value>

/// The builders of `PredicateExpressions`, for terms.
enum Terms {
  typealias Nodes = PredicateExpressions

  static func value<Value: Codable & Sendable>(_ value: Value) -> Term<Value> { Nodes.Value(value) }

  static func path<Root, Value>(
    _ root: some StandardPredicateExpression<Root>,
    _ keyPath: any KeyPath<Root, Value> & Sendable
  ) -> Term<Value> { Nodes.build_KeyPath(root: root, keyPath: keyPath) }

  // MARK: Comparison

  static func equal<Value: Equatable>(
    _ left: some StandardPredicateExpression<Value>,
    _ right: some StandardPredicateExpression<Value>
  ) -> Term<Bool> { Nodes.build_Equal(lhs: left, rhs: right) }

  static func notEqual<Value: Equatable>(
    _ left: some StandardPredicateExpression<Value>,
    _ right: some StandardPredicateExpression<Value>
  ) -> Term<Bool> { Nodes.build_NotEqual(lhs: left, rhs: right) }

  static func compare<Value: Comparable>(
    _ left: some StandardPredicateExpression<Value>,
    _ operation: Nodes.ComparisonOperator,
    _ right: some StandardPredicateExpression<Value>
  ) -> Term<Bool> { Nodes.build_Comparison(lhs: left, rhs: right, op: operation) }

  static func isNil<Value>(_ term: some StandardPredicateExpression<Value?>) -> Term<Bool>
  where Value: Equatable { Nodes.build_Equal(lhs: term, rhs: Nodes.NilLiteral<Value>()) }

  // MARK: Logic

  static func and(
    _ left: some StandardPredicateExpression<Bool>,
    _ right: some StandardPredicateExpression<Bool>
  ) -> Term<Bool> { Nodes.build_Conjunction(lhs: left, rhs: right) }

  static func or(
    _ left: some StandardPredicateExpression<Bool>,
    _ right: some StandardPredicateExpression<Bool>
  ) -> Term<Bool> { Nodes.build_Disjunction(lhs: left, rhs: right) }

  static func not(_ term: some StandardPredicateExpression<Bool>) -> Term<Bool> {
    Nodes.build_Negation(term)
  }

  static func choose<Value>(
    _ test: some StandardPredicateExpression<Bool>,
    _ then: some StandardPredicateExpression<Value>,
    _ otherwise: some StandardPredicateExpression<Value>
  ) -> Term<Value> { Nodes.build_Conditional(test, then, otherwise) }

  // MARK: Optionals

  static func coalesce<Value>(
    _ left: some StandardPredicateExpression<Value?>,
    _ right: some StandardPredicateExpression<Value>
  ) -> Term<Value> { Nodes.build_NilCoalesce(lhs: left, rhs: right) }

  static func unwrap<Value>(_ term: some StandardPredicateExpression<Value?>) -> Term<Value> {
    Nodes.build_ForcedUnwrap(term)
  }

  /// - Parameter body: Is called twice, and must give terms of the same type.
  static func flatMap<Wrapped, Value>(
    _ term: some StandardPredicateExpression<Wrapped?>,
    _ body: (Term<Wrapped>) -> Term<Value>
  ) -> Term<Value?> {
    func typed(_ sample: some StandardPredicateExpression<Value>) -> Term<Value?> {
      Nodes.build_flatMap(term) { same(as: sample, body($0)) }
    }
    return typed(body(Nodes.Variable<Wrapped>()))
  }

  /// The same, for a body whose value is optional itself.
  static func flatMapOptional<Wrapped, Value>(
    _ term: some StandardPredicateExpression<Wrapped?>,
    _ body: (Term<Wrapped>) -> Term<Value?>
  ) -> Term<Value?> {
    func typed(_ sample: some StandardPredicateExpression<Value?>) -> Term<Value?> {
      Nodes.build_flatMap(term) { same(as: sample, body($0)) }
    }
    return typed(body(Nodes.Variable<Wrapped>()))
  }

  private static func same<Node>(as sample: Node, _ term: Any) -> Node {
    term as? Node ?? sample
  }

  // MARK: Arithmetic

  static func arithmetic<Value: Numeric>(
    _ left: some StandardPredicateExpression<Value>,
    _ operation: Nodes.ArithmeticOperator,
    _ right: some StandardPredicateExpression<Value>
  ) -> Term<Value> { Nodes.build_Arithmetic(lhs: left, rhs: right, op: operation) }

  static func divide<Value: BinaryInteger>(
    _ left: some StandardPredicateExpression<Value>,
    _ right: some StandardPredicateExpression<Value>
  ) -> Term<Value> { Nodes.build_Division(lhs: left, rhs: right) }

  static func divide<Value: FloatingPoint>(
    _ left: some StandardPredicateExpression<Value>,
    _ right: some StandardPredicateExpression<Value>
  ) -> Term<Value> { Nodes.build_Division(lhs: left, rhs: right) }

  static func remainder<Value: BinaryInteger>(
    _ left: some StandardPredicateExpression<Value>,
    _ right: some StandardPredicateExpression<Value>
  ) -> Term<Value> { Nodes.build_Remainder(lhs: left, rhs: right) }

  static func minus<Value: SignedNumeric>(
    _ term: some StandardPredicateExpression<Value>
  ) -> Term<Value> { Nodes.build_UnaryMinus(term) }

  // MARK: Texts and captured collections

  static func contains(
    _ text: some StandardPredicateExpression<String>,
    _ part: some StandardPredicateExpression<String>
  ) -> Term<Bool> { Nodes.build_contains(text, part) }

  static func starts(
    _ text: some StandardPredicateExpression<String>,
    with prefix: some StandardPredicateExpression<String>
  ) -> Term<Bool> { Nodes.build_starts(text, with: prefix) }

  static func localizedContains(
    _ text: some StandardPredicateExpression<String>,
    _ part: some StandardPredicateExpression<String>
  ) -> Term<Bool> { Nodes.build_localizedStandardContains(text, part) }

  static func matches(
    _ text: some StandardPredicateExpression<String>,
    _ regex: Regex<Substring>
  ) -> Term<Bool> { Nodes.build_contains(text, Nodes.build_Arg(regex)) }

  static func member<Elements: Sequence>(
    _ elements: some StandardPredicateExpression<Elements>,
    _ element: some StandardPredicateExpression<Elements.Element>
  ) -> Term<Bool> where Elements.Element: Equatable { Nodes.build_contains(elements, element) }

  static func within<Value: Comparable>(
    _ lower: some StandardPredicateExpression<Value>,
    _ upper: some StandardPredicateExpression<Value>,
    _ element: some StandardPredicateExpression<Value>
  ) -> Term<Bool> {
    Nodes.build_contains(Nodes.build_ClosedRange(lower: lower, upper: upper), element)
  }

  static func within<Bounds: RangeExpression & Codable & Sendable>(
    _ range: Bounds,
    _ element: some StandardPredicateExpression<Bounds.Bound>
  ) -> Term<Bool> { Nodes.build_contains(Nodes.Value(range), element) }

  // MARK: Relationships

  static func any<Elements: Sequence>(
    _ elements: some StandardPredicateExpression<Elements>,
    _ body: (Term<Elements.Element>) -> Term<Bool>
  ) -> Term<Bool> {
    func typed(_ sample: some StandardPredicateExpression<Bool>) -> Term<Bool> {
      Nodes.build_contains(elements, where: { same(as: sample, body($0)) })
    }
    return typed(body(Nodes.Variable<Elements.Element>()))
  }

  static func all<Elements: Sequence>(
    _ elements: some StandardPredicateExpression<Elements>,
    _ body: (Term<Elements.Element>) -> Term<Bool>
  ) -> Term<Bool> {
    func typed(_ sample: some StandardPredicateExpression<Bool>) -> Term<Bool> {
      Nodes.build_allSatisfy(elements) { same(as: sample, body($0)) }
    }
    return typed(body(Nodes.Variable<Elements.Element>()))
  }

  static func filter<Elements: Sequence>(
    _ elements: some StandardPredicateExpression<Elements>,
    _ body: (Term<Elements.Element>) -> Term<Bool>
  ) -> Term<[Elements.Element]> {
    func typed(_ sample: some StandardPredicateExpression<Bool>) -> Term<[Elements.Element]> {
      Nodes.build_filter(elements) { same(as: sample, body($0)) }
    }
    return typed(body(Nodes.Variable<Elements.Element>()))
  }
}
