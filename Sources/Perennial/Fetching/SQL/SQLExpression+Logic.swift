// The construction of truth values. Constants are eliminated, and negations are moved inwards.
//
// A *condition* is an expression that counts as true or as not true. “Not true” is 0 or NULL.
// `WHERE` treats both alike, and so do `AND` and `OR`. Only a negation has to distinguish them.

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

  /// The condition that is true where this condition is not true, and false elsewhere. Never NULL.
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

  /// `true` if the negation is as simple as the condition.
  private var isCheaplyNegated: Bool {
    switch self {
    case .truth, .test: true
    case .binary(let operation, _, _): !isNullable && operation.opposite != nil
    default: false
    }
  }

  /// The condition as a truth value, 1 or 0.
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

  /// Returns the first value, or the second where the first is NULL.
  static func first(_ first: SQLExpression, or second: SQLExpression) -> SQLExpression {
    if case .null = first { return second }
    return first.isNullable ? .coalesce(first, second) : first
  }

  /// Returns a value where a condition is true, and elsewhere another value, or NULL.
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
