import Foundation

extension PredicateExpressions.Arithmetic: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Output {
    let (left, right) = (try lhs.checkedValue(bindings), try rhs.checkedValue(bindings))
    if left is any FixedWidthInteger {
      let operation: CheckedOperation =
        switch op {
        case .add: .add
        case .subtract: .subtract
        case .multiply: .multiply
        }
      return try operation.apply(left, right)
    }
    return switch op {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    }
  }
}

extension PredicateExpressions.IntDivision: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Output {
    try CheckedOperation.divide.apply(
      lhs.checkedValue(bindings), rhs.checkedValue(bindings))
  }
}

extension PredicateExpressions.IntRemainder: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Output {
    try CheckedOperation.remainder.apply(
      lhs.checkedValue(bindings), rhs.checkedValue(bindings))
  }
}

extension PredicateExpressions.FloatDivision: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Output {
    try lhs.checkedValue(bindings) / rhs.checkedValue(bindings)
  }
}

extension PredicateExpressions.UnaryMinus: CheckedNode {
  func checked(_ bindings: PredicateBindings) throws -> Output {
    let value = try wrapped.checkedValue(bindings)
    guard value is any FixedWidthInteger else { return -value }
    return try CheckedOperation.subtract.apply(.zero, value)
  }
}

/// Integer arithmetic that throws where Swift's operators trap.
private enum CheckedOperation {
  case add, subtract, multiply, divide, remainder

  func apply<Value>(_ left: Value, _ right: Value) throws -> Value {
    guard let integer = left as? any FixedWidthInteger,
      let result = open(integer, right) as? Value
    else { throw EvaluationFailure.overflow }
    return result
  }

  private func open<Integer: FixedWidthInteger>(_ left: Integer, _ right: Any) -> Any? {
    guard let right = right as? Integer else { return nil }
    let result =
      switch self {
      case .add: left.addingReportingOverflow(right)
      case .subtract: left.subtractingReportingOverflow(right)
      case .multiply: left.multipliedReportingOverflow(by: right)
      case .divide: left.dividedReportingOverflow(by: right)
      case .remainder: left.remainderReportingOverflow(dividingBy: right)
      }
    return result.overflow ? nil : result.partialValue
  }
}
