import Foundation

extension PredicateExpressions.Range: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    try translator.range(lower, upper, includesUpper: false)
  }
}

extension PredicateExpressions.ClosedRange: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    try translator.range(lower, upper, includesUpper: true)
  }
}

extension Translator {
  /// Returns a range whose bounds are expressions. Bounds in the wrong order are a failure.
  fileprivate func range(
    _ lower: some PredicateExpression, _ upper: some PredicateExpression, includesUpper: Bool
  ) throws -> Operand {
    let (lower, upper) = (try operand(lower), try operand(upper))
    let isInOrder = try compare(lower, .lessOrEqual, upper)
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
    if let condition = try translator.match(element, range) { return condition }
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
      sql.append(try translator.compare(element, .greaterOrEqual, lower))
    }
    if let upper = bounds.upper {
      let operation: SQLOperator = bounds.includesUpper ? .lessOrEqual : .less
      sql.append(try translator.compare(element, operation, upper))
    }
    return Condition(sql: .and(sql), success: success)
  }

  private static func bounds(of range: Any) -> RangeBounds? {
    typealias Bound = RangeExpression.Output.Bound
    return switch range {
    case let range as Range<Bound>: RangeBounds(from: range.lowerBound, to: range.upperBound)
    case let range as ClosedRange<Bound>:
      RangeBounds(from: range.lowerBound, to: range.upperBound, includesUpper: true)
    case let range as PartialRangeFrom<Bound>: RangeBounds(from: range.lowerBound, to: nil)
    case let range as PartialRangeUpTo<Bound>: RangeBounds(from: nil, to: range.upperBound)
    case let range as PartialRangeThrough<Bound>:
      RangeBounds(from: nil, to: range.upperBound, includesUpper: true)
    default: nil
    }
  }
}
