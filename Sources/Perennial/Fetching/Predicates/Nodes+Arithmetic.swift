import Foundation

extension PredicateExpressions.Arithmetic: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    let operation: SQLOperator =
      switch op {
      case .add: .plus
      case .subtract: .minus
      case .multiply: .times
      }
    return try .arithmetic(translator.operand(lhs), translator.operand(rhs)) {
      .binary(operation, $0, $1)
    }
  }
}

extension PredicateExpressions.IntDivision: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    // SQLite rounds towards zero, like Swift. A division by zero results in NULL, which is out of
    // bounds.
    try .arithmetic(translator.operand(lhs), translator.operand(rhs)) {
      .binary(.divided, $0, $1)
    }
  }
}

extension PredicateExpressions.IntRemainder: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    let (left, right) = (try translator.operand(lhs), try translator.operand(rhs))
    var remainder = try Operand.arithmetic(left, right) { .binary(.remainder, $0, $1) }
    // Swift fails where the quotient would overflow; SQLite returns zero.
    let quotient = try Operand.arithmetic(left, right) { .binary(.divided, $0, $1) }
    remainder.success = quotient.success
    return remainder
  }
}

extension PredicateExpressions.FloatDivision: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    // SQLite’s own division returns NULL where Swift returns infinity.
    try .arithmetic(translator.operand(lhs), translator.operand(rhs)) {
      .call(.divide, [$0, $1])
    }
  }
}

extension PredicateExpressions.UnaryMinus: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    let operand = try translator.operand(wrapped)
    let scalar = try Scalar(operand)
    let sql = scalar.sql
    switch scalar.form {
    case .integer(let bounds):
      return .integer(.binary(.minus, .literal(0), sql), within: bounds, success: operand.success)
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
    _ sql: SQLExpression, within bounds: ClosedRange<Int64>, success: SQLExpression?
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

  /// Returns the result of an operation on two numbers of one type.
  fileprivate static func arithmetic(
    _ first: Operand, _ second: Operand,
    by operation: (SQLExpression, SQLExpression) -> SQLExpression
  ) throws -> Operand {
    let pair = try ScalarPair(first, second)
    let sql = operation(pair.left.sql, pair.right.sql)
    let success = first.success.and(second.success)
    switch pair.form {
    case .integer(let bounds): return .integer(sql, within: bounds, success: success)
    case .real:
      let number = sql.isNullable ? sql : .number(sql)
      return Operand(.scalar(number, .real), null: .notANumber, success: success)
    default: throw Untranslatable("arithmetic with values of the form \(pair.form)")
    }
  }
}
