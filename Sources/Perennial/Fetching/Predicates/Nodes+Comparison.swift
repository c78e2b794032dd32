import Foundation

extension PredicateExpressions.Equal: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    let (left, right) = (try translator.operand(lhs), try translator.operand(rhs))
    if left.constant != nil, right.constant != nil {
      return .constant(try evaluate(translator.constants))
    }
    return try Equality(left, right, translator).condition
  }
}

extension PredicateExpressions.NotEqual: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    let (left, right) = (try translator.operand(lhs), try translator.operand(rhs))
    if left.constant != nil, right.constant != nil {
      return .constant(try evaluate(translator.constants))
    }
    return try Equality(left, right, translator).oppositeCondition
  }
}

/// The comparison of two operands by `==`, in which nil equals nil and a NaN equals nothing.
struct Equality {
  private let sql: SQLExpression
  private let opposite: SQLExpression
  private let success: SQLExpression?

  var condition: Condition { Condition(sql: sql, success: success) }
  var oppositeCondition: Condition { Condition(sql: opposite, success: success) }

  init(_ left: Operand, _ right: Operand, _ translator: Translator) throws {
    success = left.success.and(right.success)
    if let isNil = try Self.isNil(left, right, translator) ?? Self.isNil(right, left, translator) {
      sql = isNil
      opposite = isNil.negated
      return
    }
    let (left, right, form) = try translator.scalars(left, right)
    guard form != .json else { throw Untranslatable("a comparison of values that are JSON") }
    switch (left.null, right.null) {
    case (.nothing, .nothing) where form == .truth && right.sql.constantTruth != nil:
      sql = right.sql.constantTruth == true ? left.sql.condition : left.sql.condition.negated
      opposite = sql.negated
    case (.nothing, .nothing):
      sql = .binary(.equal, left.sql, right.sql)
      opposite = .binary(.unequal, left.sql, right.sql)
    case (.absence, .nothing), (.nothing, .absence):
      sql = .binary(.equal, left.sql, right.sql)
      opposite = .binary(.notSame, left.sql, right.sql)
    case (.absence, .absence):
      sql = .binary(.same, left.sql, right.sql)
      opposite = .binary(.notSame, left.sql, right.sql)
    case (.notANumber, _), (_, .notANumber), (.either, .nothing), (.nothing, .either):
      sql = .binary(.equal, left.sql, right.sql)
      opposite = sql.negated
    case (.either, .absence), (.either, .either), (.absence, .either):
      let (here, there) = (left.isPresentCondition, right.isPresentCondition)
      sql = .or([
        .and([here, there, .binary(.equal, left.sql, right.sql)]),
        .and([here.negated, there.negated]),
      ])
      opposite = sql.negated
    }
  }

  /// The condition that an operand is nil, if it is compared with a constant that is.
  private static func isNil(
    _ operand: Operand, _ other: Operand, _ translator: Translator
  ) throws -> SQLExpression? {
    guard let constant = other.constant, let optional = constant as? any OptionalValue,
      optional.isNil
    else { return nil }
    return try operand.isPresent(translator).negated
  }
}

extension Scalar {
  /// The condition that the value is not nil.
  fileprivate var isPresentCondition: SQLExpression {
    switch null {
    case .nothing, .notANumber: .truth(true)
    case .absence: sql.isNotNull
    case .either(let isPresent): isPresent
    }
  }
}

extension PredicateExpressions.Comparison: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    let (left, right) = (try translator.operand(lhs), try translator.operand(rhs))
    if left.constant != nil, right.constant != nil {
      return .constant(try evaluate(translator.constants))
    }
    let sql = try translator.compare(left, op.sql, right)
    return Condition(sql: sql, success: left.success.and(right.success))
  }
}

extension PredicateExpressions.ComparisonOperator {
  var sql: SQLOperator {
    switch self {
    case .lessThan: .less
    case .lessThanOrEqual: .lessOrEqual
    case .greaterThan: .greater
    case .greaterThanOrEqual: .greaterOrEqual
    }
  }
}

extension Translator {
  /// The condition that one operand comes before or after another one.
  func compare(
    _ left: Operand, _ operation: SQLOperator, _ right: Operand
  ) throws(Untranslatable) -> SQLExpression {
    let (left, right, form) = try scalars(left, right)
    if form == .unsigned {
      return .binary(operation, left.sql.unsignedOrder, right.sql.unsignedOrder)
    }
    guard form.isOrdered else {
      throw Untranslatable("an order that only a Swift type knows")
    }
    return .binary(operation, left.sql, right.sql)
  }
}

extension SQLExpression {
  /// The truth value of a parameter.
  fileprivate var constantTruth: Bool? {
    if case .value(.integer(let value)) = self { value != 0 } else { nil }
  }

  /// What orders 64-bit patterns as unsigned numbers: those that look negative come last.
  fileprivate var unsignedOrder: SQLExpression {
    if case .value(.integer(let number)) = self { return .pair(.literal(number < 0 ? 1 : 0), self) }
    return .pair(.binary(.less, self, .literal(0)), self)
  }
}
