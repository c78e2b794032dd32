import RandomTesting
import SwiftData

extension PredicateAuthor {
  /// Values of a type that are computed from others.
  func computed<Model: FuzzModel, Value>(
    _ root: Term<Model>,
    _ depth: Int
  ) -> [() -> Term<Value>] {
    if Value.self == Int.self {
      return integers(root, depth).compactMap { choice in (choice as Any) as? () -> Term<Value> }
    }
    if Value.self == Double.self {
      return doubles(root, depth).compactMap { choice in (choice as Any) as? () -> Term<Value> }
    }
    if Value.self == Int8.self, goesTooFar {
      return [{ self.tiny(root) }].compactMap { choice in (choice as Any) as? () -> Term<Value> }
    }
    return []
  }

  private func integers<Model: FuzzModel>(
    _ root: Term<Model>,
    _ depth: Int
  ) -> [() -> Term<Int>] {
    guard depth >= 0 else { return [] }
    let operations: [PredicateExpressions.ArithmeticOperator] = [.add, .subtract, .multiply]
    return [
      {
        let operation = self.random.element(operations) ?? .add
        return Terms.arithmetic(self.number(root), operation, self.number(root))
      },
      { Terms.divide(self.number(root), self.divisor(root)) },
      { Terms.remainder(self.number(root), self.divisor(root)) },
      { Terms.minus(self.number(root)) },
    ]
  }

  /// A number for arithmetic: a small one, unless too far is allowed.
  private func number<Model: FuzzModel>(_ root: Term<Model>) -> Term<Int> {
    let paths = Model.shape.paths(to: Int.self)
    let path = goesTooFar ? random.element(paths) : paths.first
    guard let path, random.chance(0.7) else {
      let literals = goesTooFar ? FuzzWorld.extremes : FuzzWorld.numbers
      return Terms.value(random.element(literals) ?? 0)
    }
    return Terms.path(root, path)
  }

  private func divisor<Model: FuzzModel>(_ root: Term<Model>) -> Term<Int> {
    goesTooFar ? number(root) : Terms.value(random.element([1, -1, 2, 3, -7]) ?? 1)
  }

  private func doubles<Model: FuzzModel>(
    _ root: Term<Model>,
    _ depth: Int
  ) -> [() -> Term<Double>] {
    guard depth >= 0, let path = random.element(Model.shape.paths(to: Double.self)) else {
      return []
    }
    let value: Term<Double> = Terms.path(root, path)
    let other = Terms.value(random.element(FuzzWorld.doubles) ?? 1)
    let operations: [PredicateExpressions.ArithmeticOperator] = [.add, .subtract, .multiply]
    return [
      { Terms.arithmetic(value, self.random.element(operations) ?? .add, other) },
      { Terms.divide(value, other) }, { Terms.divide(other, value) }, { Terms.minus(value) },
    ]
  }

  private func tiny<Model: FuzzModel>(_ root: Term<Model>) -> Term<Int8> {
    let literal = Terms.value(random.element([1, -1, 2, .max, .min] as [Int8]) ?? 1)
    guard let path = Model.shape.paths(to: Int8.self).first else { return literal }
    return Terms.arithmetic(Terms.path(root, path), .add, literal)
  }
}
