import Foundation

extension PredicateExpressions.Arithmetic: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    let operation: SQLOperator =
      switch op {
      case .add: .plus
      case .subtract: .minus
      case .multiply: .times
      }
    return try translator.arithmetic(lhs, rhs) { .binary(operation, $0, $1) }
  }
}

extension PredicateExpressions.IntDivision: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    // SQLite rounds towards zero, like Swift. A division by zero results in NULL, which is out of
    // bounds.
    try translator.arithmetic(lhs, rhs) { .binary(.divided, $0, $1) }
  }
}

extension PredicateExpressions.IntRemainder: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    var remainder = try translator.arithmetic(lhs, rhs) { .binary(.remainder, $0, $1) }
    // Swift fails where the quotient would overflow; SQLite returns zero.
    let quotient = try translator.arithmetic(lhs, rhs) { .binary(.divided, $0, $1) }
    remainder.success = quotient.success
    return remainder
  }
}

extension PredicateExpressions.FloatDivision: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    // SQLite’s own division returns NULL where Swift returns infinity.
    try translator.arithmetic(lhs, rhs) { .call(.divide, [$0, $1]) }
  }
}

extension PredicateExpressions.UnaryMinus: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    let operand = try translator.operand(wrapped)
    let scalar = try Scalar(operand)
    let sql = scalar.sql
    switch scalar.form {
    case .integer(let bounds):
      return .integer(.binary(.minus, .literal(0), sql), bounds, operand.success)
    case .real:
      // Not 0 - x, which would lose the sign of a zero.
      let negative = SQLExpression.binary(.times, sql, .value(.real(-1)))
      return Operand(.scalar(negative, .real), null: scalar.null, success: operand.success)
    default: throw Untranslatable("arithmetic with \(Output.self)")
    }
  }
}

extension Operand {
  /// Returns an integer operand that must be within the bounds of its Swift type.
  ///
  /// In SQL an overflow of 64 bits results in a REAL, and a division by zero in NULL.
  fileprivate static func integer(
    _ sql: SQLExpression, _ bounds: ClosedRange<Int64>, _ success: SQLExpression?
  ) -> Operand {
    let isWithinBounds: SQLExpression =
      if bounds == .min ... .max {
        .binary(.equal, .call(.typeof, [sql]), .value(.text("integer")))
      } else {
        .and([
          .binary(.greaterOrEqual, sql, .literal(bounds.lowerBound)),
          .binary(.lessOrEqual, sql, .literal(bounds.upperBound)),
        ])
      }
    return Operand(.scalar(sql, .integer(bounds)), success: success.and(isWithinBounds))
  }
}

extension Translator {
  fileprivate func arithmetic<Left: PredicateExpression, Right: PredicateExpression>(
    _ lhs: Left, _ rhs: Right, _ operation: (SQLExpression, SQLExpression) -> SQLExpression
  ) throws -> Operand {
    let (first, second) = (try operand(lhs), try operand(rhs))
    let pair = try ScalarPair(first, second)
    let sql = operation(pair.left.sql, pair.right.sql)
    let success = first.success.and(second.success)
    switch pair.form {
    case .integer(let bounds): return .integer(sql, bounds, success)
    case .real:
      let number = sql.isNullable ? sql : .number(sql)
      return Operand(.scalar(number, .real), null: .notANumber, success: success)
    default: throw Untranslatable("arithmetic with \(Left.Output.self)")
    }
  }
}
