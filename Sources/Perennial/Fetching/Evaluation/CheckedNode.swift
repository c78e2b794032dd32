import Foundation

/// An expression that can be evaluated without a trap. It throws where Foundation's evaluation
/// would stop the program, because of an overflow or a division by zero.
protocol CheckedNode<Output>: PredicateExpression {
  func checked(_ bindings: PredicateBindings) throws -> Output
}

extension PredicateExpression {
  /// Returns the value of the expression, computed by ``CheckedNode/checked(_:)`` if it has that
  /// method.
  func checkedValue(_ bindings: PredicateBindings) throws -> Output {
    if let node = self as? any CheckedNode<Output> { return try node.checked(bindings) }
    return try evaluate(bindings)
  }
}

/// The reasons for an evaluation without a result.
enum EvaluationFailure: Error {
  case overflow
  case invertedRange
  case indexOutOfBounds
}
