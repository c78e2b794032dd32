import Foundation

/// A type check, such as `$0 is Dog`.
extension PredicateExpressions.TypeCheck: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    let operand = try translator.operand(input)
    switch operand.content {
    case .constant(let value):
      guard let value = value as? Input.Output else { throw Untranslatable("a type check") }
      return .constant(value is Desired)
    case .row(let row):
      return Condition(sql: row.isOf(try modelLayout(of: Desired.self)), success: operand.success)
    case .scalar, .rows, .range: throw Untranslatable("the type of a value that is not a model")
    }
  }
}

/// A conditional cast, such as `$0 as? Dog`.
extension PredicateExpressions.ConditionalCast: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    let operand = try translator.operand(input)
    switch operand.content {
    case .constant(let value):
      guard let value = value as? Input.Output else { throw Untranslatable("a cast") }
      return .constant((value as? Desired) as Any)
    case .row(let row):
      let wanted = try modelLayout(of: Desired.self)
      if row.layout.isKind(of: wanted) {
        return Operand(.row(row), null: .absence, success: operand.success)
      }
      let cast = row.cast(to: wanted)
      if cast.isPresent == .truth(false), operand.success == nil {
        return .constant(Desired?.none as Any)
      }
      return Operand(.row(cast), null: .absence, success: operand.success)
    case .scalar, .rows, .range: throw Untranslatable("a cast of a value that is not a model")
    }
  }
}

/// A forced cast, such as `$0 as! Dog`, which fails for any other animal.
extension PredicateExpressions.ForceCast: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    let operand = try translator.operand(input)
    guard case .row(let row) = operand.content else {
      throw Untranslatable("a cast of a value that is not a model")
    }
    let wanted = try modelLayout(of: Desired.self)
    let isPresent = row.isOf(wanted)
    let success =
      isPresent == .truth(true) ? operand.success : operand.success.and(isPresent)
    if row.layout.isKind(of: wanted) { return Operand(.row(row), success: success) }
    return Operand(.row(row.cast(to: wanted, isForced: true)), success: success)
  }
}

/// Returns the layout of a model type. Throws an error for any other type.
private func modelLayout(of type: any Any.Type) throws(Untranslatable) -> ModelLayout {
  guard let model = type as? any PersistentModel.Type else {
    throw Untranslatable("a cast to \(type)")
  }
  return ModelLayout.of(model)
}
