public import Foundation

extension Predicate {
  /// A predicate that holds where all of several hold; with none of them, everywhere.
  ///
  /// They are asked in order, and no further than up to the first that does not hold.
  public init(all predicates: [Predicate<repeat each Input>]) {
    self.init { (variable: repeat PredicateExpressions.Variable<each Input>) in
      PredicateCombination(.all, of: predicates, repeat each variable)
    }
  }

  /// A predicate that holds where any of several holds; with none of them, nowhere.
  ///
  /// They are asked in order, and no further than up to the first that holds.
  public init(any predicates: [Predicate<repeat each Input>]) {
    self.init { (variable: repeat PredicateExpressions.Variable<each Input>) in
      PredicateCombination(.any, of: predicates, repeat each variable)
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
}

/// How many of several predicates must hold.
enum PredicateQuantifier {
  case all, any
}

/// Several predicates about the same values, as an expression of one.
struct PredicateCombination<each Input>: StandardPredicateExpression {
  let quantifier: PredicateQuantifier
  let predicates: [Predicate<repeat each Input>]
  let variable: (repeat PredicateExpressions.Variable<each Input>)

  init(
    _ quantifier: PredicateQuantifier, of predicates: [Predicate<repeat each Input>],
    _ variable: repeat PredicateExpressions.Variable<each Input>
  ) {
    self.quantifier = quantifier
    self.predicates = predicates
    self.variable = (repeat each variable)
  }

  func evaluate(_ bindings: PredicateBindings) throws -> Bool {
    let test = { (predicate: Predicate<repeat each Input>) in
      try predicate.evaluate(repeat (each variable).evaluate(bindings))
    }
    return switch quantifier {
    case .all: try predicates.allSatisfy(test)
    case .any: try predicates.contains(where: test)
    }
  }

  /// - Throws: always; predicates are encoded by Foundation alone, which has no place for this one.
  func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      self,
      .init(codingPath: encoder.codingPath, debugDescription: "combined predicates are not encoded"))
  }

  init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: "combined predicates are not encoded"))
  }
}
