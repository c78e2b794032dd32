import Foundation

/// A predicate, evaluated in memory.
struct ModelFilter<T: PersistentModel> {
  private let predicate: Predicate<T>?
  /// `true` if `Predicate.evaluate` could trap.
  private let needsChecks: Bool

  init(_ predicate: Predicate<T>?) {
    self.predicate = predicate
    needsChecks = predicate.map { TrappingNodes.areIn($0.expression) } ?? false
  }

  /// Returns `true` if a model matches. A model on which the evaluation fails does not match.
  func matches(_ model: T) -> Bool {
    guard let predicate else { return true }
    do {
      guard needsChecks else { return try predicate.evaluate(model) }
      let variable: PredicateExpressions.Variable<T> = predicate.variable
      let expression: any PredicateExpression<Bool> = predicate.expression
      return try expression.checkedValue(PredicateBindings((variable, model)))
    } catch {
      return false
    }
  }
}
