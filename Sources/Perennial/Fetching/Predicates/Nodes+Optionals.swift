import Foundation

extension PredicateExpressions.OptionalFlatMap: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    let outer = try translator.operand(self.wrapped)
    if let constant = outer.constant {
      guard let value = constant as? Wrapped? else { throw Untranslatable("an optional constant") }
      guard let value else { return .constant(Result?.none as Any) }
      return try translator.binding(variable, to: .constant(value)) {
        let inner = try translator.operand(transform)
        guard let constant = inner.constant else { return inner }
        // The transformation returns a result, or an optional one.
        guard let result = constant as? Result? else {
          throw Untranslatable("an optional constant")
        }
        return .constant(result as Any)
      }
    }
    let isPresent = try outer.isPresent
    var unwrapped = outer
    unwrapped.success = nil
    if case .either = outer.null { unwrapped.null = .notANumber } else { unwrapped.null = .nothing }
    var inner = try translator.binding(variable, to: unwrapped) {
      try translator.operand(transform)
    }
    if case .rows = outer.content {
      inner.success = outer.success.and(inner.success)
      return inner
    }
    return try inner.where(outer, isPresent)
  }
}

extension Operand {
  /// Returns the operand where another operand is present, and nil elsewhere.
  fileprivate func `where`(
    _ outer: Operand, _ isPresent: SQLExpression
  ) throws -> Operand {
    let success = outer.success.and(success.map { .or([isPresent.negated, $0]) })
    switch content {
    case .row(let row):
      // The row's key is read from the outer row, and is NULL without an outer row.
      return Operand(.row(row), null: .absence, success: success)
    case .rows, .range: throw Untranslatable("optional chaining that ends in many objects")
    case .constant, .scalar: break
    }
    let scalar = try Scalar(self)
    let (sql, form) = (scalar.sql, scalar.form)
    let isNullAnyway = outer.key.map(sql.isNull(whenNull:)) == true || outer.isNullWhereAbsent(sql)
    let value = isNullAnyway ? sql : .choose(when: isPresent, sql, else: nil)
    switch scalar.null {
    case .nothing, .absence:
      return Operand(.scalar(value, form), null: .absence, success: success)
    case .notANumber:
      return Operand(.scalar(value, form), null: .either(isPresent: isPresent), success: success)
    case .either(let inner):
      let both = SQLExpression.and([isPresent, inner])
      return Operand(.scalar(value, form), null: .either(isPresent: both), success: success)
    }
  }

  /// Returns `true` if an expression is NULL where this operand, a cast, is nil.
  private func isNullWhereAbsent(_ sql: SQLExpression) -> Bool {
    if case .row(let row) = content { row.isNull(sql) } else { false }
  }

  /// The value that is NULL where this operand is nil, if there is one.
  private var key: SQLExpression? {
    switch content {
    case .row(let row): row.key
    case .scalar(let sql, _): if case .either = null { nil } else { sql }
    case .constant, .rows, .range: nil
    }
  }
}

extension PredicateExpressions.NilCoalesce: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    let left = try translator.operand(lhs)
    if let constant = left.constant {
      guard let value = constant as? Output? else { throw Untranslatable("an optional constant") }
      return if let value { .constant(value) } else { try translator.operand(rhs) }
    }
    if case .rows = left.content { return left }
    let right = try translator.operand(rhs)
    let isPresent = try left.isPresent
    let success = left.success.and(right.success.map { .or([isPresent, $0]) })
    let pair = try ScalarPair(left, right)
    let (first, second) = (pair.left, pair.right)
    if case .either = first.null {
      let value = SQLExpression.choose(when: isPresent, first.sql, else: second.sql)
      return Operand(.scalar(value, pair.form), null: .notANumber, success: success)
    }
    return Operand(
      .scalar(.first(first.sql, or: second.sql), pair.form), null: second.null, success: success)
  }
}

extension PredicateExpressions.ForcedUnwrap: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    var operand = try translator.operand(inner)
    if operand.isConstant {
      guard let value = operand.constant(as: Wrapped.self) else {
        throw Untranslatable("an unwrapped nil")
      }
      return .constant(value)
    }
    let isPresent = try operand.isPresent
    if isPresent != .truth(true) { operand.success = operand.success.and(isPresent) }
    if case .either = operand.null { operand.null = .notANumber } else { operand.null = .nothing }
    return operand
  }
}
