import Foundation

extension PredicateExpressions.Range: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    try .range(
      translator.operand(lower), translator.operand(upper), includesUpper: false)
  }
}

extension PredicateExpressions.ClosedRange: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    try .range(
      translator.operand(lower), translator.operand(upper), includesUpper: true)
  }
}

extension Operand {
  /// Returns a range whose bounds are expressions. Bounds in the wrong order are a failure.
  fileprivate static func range(
    _ lower: Operand, _ upper: Operand, includesUpper: Bool
  ) throws -> Operand {
    let isInOrder = try ScalarPair(lower, upper).comparison(.lessOrEqual)
    return Operand(
      .range(RangeBounds(lower: lower, upper: upper, includesUpper: includesUpper)),
      success: lower.success.and(upper.success).and(isInOrder))
  }
}

extension PredicateExpressions.RangeExpressionContains: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    let (range, element) = (
      try translator.operand(self.range), try translator.operand(self.element)
    )
    let success = range.success.and(element.success)
    if let range = range.constant(as: RangeExpression.Output.self),
      let element = element.constant(as: Element.Output.self)
    {
      return .constant(range.contains(element))
    }
    if let condition = try TextRelation.condition(element, range) { return condition }
    let bounds: RangeBounds
    if case .range(let expressions) = range.content {
      bounds = expressions
    } else if let constant = range.constant.flatMap({ Self.bounds(of: $0) }) {
      bounds = constant
    } else {
      throw Untranslatable("a range of type \(RangeExpression.Output.self)")
    }
    var sql: [SQLExpression] = []
    if let lower = bounds.lower {
      sql.append(try ScalarPair(element, lower).comparison(.greaterOrEqual))
    }
    if let upper = bounds.upper {
      let operation: SQLOperator = bounds.includesUpper ? .lessOrEqual : .less
      sql.append(try ScalarPair(element, upper).comparison(operation))
    }
    return Condition(sql: .and(sql), success: success)
  }

  private static func bounds(of range: Any) -> RangeBounds? {
    typealias Bound = RangeExpression.Output.Bound
    func bounds(_ lower: Bound?, _ upper: Bound?, includesUpper: Bool = false) -> RangeBounds {
      RangeBounds(
        lower: lower.map { .constant($0) }, upper: upper.map { .constant($0) },
        includesUpper: includesUpper)
    }
    return switch range {
    case let range as Range<Bound>: bounds(range.lowerBound, range.upperBound)
    case let range as ClosedRange<Bound>:
      bounds(range.lowerBound, range.upperBound, includesUpper: true)
    case let range as PartialRangeFrom<Bound>: bounds(range.lowerBound, nil)
    case let range as PartialRangeUpTo<Bound>: bounds(nil, range.upperBound)
    case let range as PartialRangeThrough<Bound>:
      bounds(nil, range.upperBound, includesUpper: true)
    default: nil
    }
  }
}
