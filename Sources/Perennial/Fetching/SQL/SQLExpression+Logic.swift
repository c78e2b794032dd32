// Truth values in the making: constants disappear, negations move inwards.
//
// A *condition* is an expression that counts as true or as not true; whether “not true” is 0 or
// NULL makes no difference to `WHERE`, and `AND` and `OR` keep it so. Negation must look twice.

extension SQLExpression {
  static func and(_ parts: [SQLExpression]) -> SQLExpression {
    var kept: [SQLExpression] = []
    for part in parts {
      switch part {
      case .truth(true): continue
      case .truth(false): return .truth(false)
      case .all(let nested): kept += nested
      default: kept.append(part)
      }
    }
    switch kept.count {
    case 0: return .truth(true)
    case 1: return kept[0]
    default: return .all(kept)
    }
  }

  static func or(_ parts: [SQLExpression]) -> SQLExpression {
    var kept: [SQLExpression] = []
    for part in parts {
      switch part {
      case .truth(false): continue
      case .truth(true): return .truth(true)
      case .any(let nested): kept += nested
      default: kept.append(part)
      }
    }
    switch kept.count {
    case 0: return .truth(false)
    case 1: return kept[0]
    default: return .any(kept)
    }
  }

  /// True where this condition is not true, and the other way round. Never NULL.
  var negated: SQLExpression {
    switch self {
    case .truth(let value): return .truth(!value)
    case .not(let part) where !part.isNullable: return part
    case .test(let test, let part): return .test(test.opposite, part)
    case .all(let parts) where parts.contains { !$0.isCheaplyNegated }: break
    case .all(let parts): return .or(parts.map(\.negated))
    case .any(let parts) where parts.contains { !$0.isCheaplyNegated }: break
    case .any(let parts): return .and(parts.map(\.negated))
    case .binary(.equal, let column, .literal(1)) where !column.isNullable:
      return .binary(.equal, column, .literal(0))
    case .binary(let operation, let left, let right) where !isNullable:
      if let opposite = operation.opposite { return .binary(opposite, left, right) }
    default: break
    }
    return isNullable ? .test(.isNotTrue, self) : .not(self)
  }

  /// Whether the negation is as simple as the condition.
  private var isCheaplyNegated: Bool {
    switch self {
    case .truth, .test: true
    case .binary(let operation, _, _): !isNullable && operation.opposite != nil
    default: false
    }
  }

  /// A condition as a truth value, 1 or 0.
  var decided: SQLExpression { isNullable ? .test(.isTrue, self) : self }

  /// The simplest condition that is true where this truth value is.
  var condition: SQLExpression {
    switch self {
    case .column: .binary(.equal, self, .literal(1))
    case .null: .truth(false)
    case .coalesce(let first, .truth(false)): first.condition
    case .choice(let when, let then, nil), .choice(let when, let then, .truth(false)):
      .and([when, then.condition])
    case .test(.isTrue, let part): part.condition
    default: self
    }
  }

  var isNull: SQLExpression { isNullable ? .test(.isNull, self) : .truth(false) }
  var isNotNull: SQLExpression { isNullable ? .test(.isNotNull, self) : .truth(true) }

  /// The first value, or the second where that is NULL.
  static func first(_ first: SQLExpression, or second: SQLExpression) -> SQLExpression {
    if case .null = first { return second }
    return first.isNullable ? .coalesce(first, second) : first
  }

  /// The value where a condition is true, and elsewhere another one, or NULL.
  static func choose(
    when condition: SQLExpression, _ then: SQLExpression, else otherwise: SQLExpression?
  ) -> SQLExpression {
    switch condition {
    case .truth(true): then
    case .truth(false): otherwise ?? .null
    default: .choice(when: condition, then: then, else: otherwise)
    }
  }
}
