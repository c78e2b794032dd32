import Foundation

extension PredicateExpressions.StringLocalizedStandardContains: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    let (root, other) = (try translator.operand(self.root), try translator.operand(self.other))
    if let root = root.constant(as: Root.Output.self),
      let other = other.constant(as: Other.Output.self)
    {
      return .constant(root.localizedStandardContains(other))
    }
    return try translator.text(.localizedContains, root, other)
  }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    let (root, other) = (try translator.operand(self.root), try translator.operand(self.other))
    return try translator.comparison(.caseInsensitiveCompare, root, other)
  }
}

extension PredicateExpressions.StringLocalizedCompare: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    let (root, other) = (try translator.operand(self.root), try translator.operand(self.other))
    return try translator.comparison(.localizedCompare, root, other)
  }
}

extension Translator {
  /// The raw value of a `ComparisonResult`.
  fileprivate func comparison(
    _ function: SQLFunction, _ first: Operand, _ second: Operand
  ) throws -> Operand {
    let result = try text(function, first, second)
    return Operand(.scalar(result.sql, .rawValue), success: result.success)
  }
}
