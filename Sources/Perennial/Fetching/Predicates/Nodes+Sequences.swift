import Foundation

extension PredicateExpressions.SequenceContainsWhere: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    let elements = try translator.operand(sequence)
    if let constant = elements.constant(as: LHS.Output.self) {
      let conditions = try translator.conditions(
        constant, variable: variable, test: test, bound: bound)
      return Condition(
        sql: .or(conditions.map(\.sql)), isExact: conditions.allSatisfy(\.isExact))
    }
    let rows = try elements.rows
    let (select, row) = try rows.select(translator)
    let match = translator.binding(variable, to: Operand(.row(row))) {
      translator.condition(test, bound)
    }
    select.condition = .and([select.condition, match.sql])
    let found = Condition(
      sql: .exists(select), success: elements.success, isExact: match.isExact)
    guard match.success != nil else { return found }
    // SQL does not determine whether the element that matches or the element that fails is first.
    guard bound == .upper else { throw Untranslatable("a test that may fail") }
    return Condition(sql: found.sql, isExact: false)
  }
}

extension PredicateExpressions.SequenceAllSatisfy: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    let elements = try translator.operand(sequence)
    if let constant = elements.constant(as: LHS.Output.self) {
      let conditions = try translator.conditions(
        constant, variable: variable, test: test, bound: bound)
      return Condition(
        sql: .and(conditions.map(\.sql)), isExact: conditions.allSatisfy(\.isExact))
    }
    let rows = try elements.rows
    let (select, row) = try rows.select(translator)
    let match = translator.binding(variable, to: Operand(.row(row))) {
      translator.condition(test, bound)
    }
    guard match.success == nil else { throw Untranslatable("a test that may fail") }
    select.condition = .and([select.condition, match.sql.negated])
    return Condition(
      sql: SQLExpression.exists(select).negated, success: elements.success,
      isExact: match.isExact)
  }
}

extension PredicateExpressions.Filter: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    let elements = try translator.operand(sequence)
    if elements.constant != nil {
      throw Untranslatable("a filter of captured values")
    }
    let rows = try elements.rows.filtered { row in
      let condition = try translator.binding(variable, to: Operand(.row(row))) {
        try translator.exactCondition(filter)
      }
      guard condition.success == nil else { throw Untranslatable("a filter that may fail") }
      return condition.sql
    }
    return Operand(.rows(rows), success: elements.success)
  }
}

extension PredicateExpressions.SequenceContains: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    let (elements, element) = (
      try translator.operand(sequence), try translator.operand(self.element)
    )
    guard let constant = elements.constant(as: LHS.Output.self) else {
      return try Self.contains(elements, element)
    }
    if let element = element.constant(as: RHS.Output.self) {
      return .constant(constant.contains(element))
    }
    let scalar = try Scalar(element)
    guard scalar.form.isComparable else {
      throw Untranslatable("a comparison of values that SQL cannot read")
    }
    var values: [SQLValue] = []
    var containsNil = false
    for value in constant {
      switch try ConstantValue.encode(value, as: scalar.form) {
      case .absent: containsNil = true
      case .incomparable: break
      case .value(let value): values.append(value)
      }
    }
    var sql = SQLExpression.member(scalar.sql, in: values)
    if containsNil { sql = .or([sql, try element.isPresent.negated]) }
    return Condition(sql: sql, success: element.success)
  }

  /// Returns the condition that an array, stored as JSON, contains an element. The element is a
  /// text or an integer, for which JSON has only one form.
  private static func contains(_ array: Operand, _ element: Operand) throws -> Condition {
    guard LHS.Output.self is any JSONArray.Type, case .scalar(let sql, .json) = array.content else {
      throw Untranslatable("contains(_:) of a \(LHS.Output.self)")
    }
    let scalar = try Scalar(element)
    let success = array.success.and(element.success)
    switch ValueForm(RHS.Output.self) {
    case .text where RHS.Output.self == String.self:
      return Condition(sql: .call(.arrayContains, [sql, scalar.sql]), success: success)
    case .integer where !(RHS.Output.self is any OptionalValue.Type):
      return Condition(sql: .member(scalar.sql, .elements(sql)), success: success)
    default: throw Untranslatable("contains(_:) of a \(LHS.Output.self)")
    }
  }
}

/// A collection that is encoded as an array in JSON.
protocol JSONArray {}
extension Array: JSONArray {}
extension Set: JSONArray {}

// MARK: - Captured collections

extension Translator {
  /// The greatest number of elements of a captured collection that are written out, each with its
  /// own condition.
  private static let unrolledElements = 100

  /// Returns the condition that a test is true for an element, for each element of a captured
  /// collection.
  fileprivate func conditions<Elements: Sequence>(
    _ elements: Elements, variable: PredicateExpressions.Variable<Elements.Element>,
    test: some PredicateExpression<Bool>, bound: Bound
  ) throws -> [Condition] {
    let elements = Array(elements.prefix(Self.unrolledElements + 1))
    guard elements.count <= Self.unrolledElements else {
      throw Untranslatable("a test of more than \(Self.unrolledElements) captured values")
    }
    return try elements.map { element in
      let condition = binding(variable, to: .constant(element)) { self.condition(test, bound) }
      guard condition.success == nil else { throw Untranslatable("a test that may fail") }
      return condition
    }
  }
}
