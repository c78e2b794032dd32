import Foundation

/// An expression that can be evaluated without a trap: where Foundation's evaluation would stop
/// the program, because of an overflow or a division by zero, this one throws.
protocol CheckedNode<Output>: PredicateExpression {
  func checked(_ bindings: PredicateBindings) throws -> Output
}

extension PredicateExpression {
  /// The value, computed by ``CheckedNode/checked(_:)`` as far as there is one.
  func checkedValue(_ bindings: PredicateBindings) throws -> Output {
    if let node = self as? any CheckedNode<Output> { return try node.checked(bindings) }
    return try evaluate(bindings)
  }
}

/// Evaluation that has no result.
enum EvaluationFailure: Error {
  case overflow
  case invertedRange
  case indexOutOfBounds
}
