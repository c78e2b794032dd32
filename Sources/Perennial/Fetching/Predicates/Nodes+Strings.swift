import Foundation

extension PredicateExpressions.CollectionContainsCollection: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    let (base, other) = (try translator.operand(self.base), try translator.operand(self.other))
    if base.constant != nil, other.constant != nil {
      return .constant(try evaluate(translator.constants))
    }
    return try translator.text(.contains, base, other)
  }
}

extension PredicateExpressions.SequenceStartsWith: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    let (base, prefix) = (try translator.operand(self.base), try translator.operand(self.prefix))
    if base.constant != nil, prefix.constant != nil {
      return .constant(try evaluate(translator.constants))
    }
    var condition = try translator.text(.starts, base, prefix)
    if let prefix = prefix.constant as? String,
      case .scalar(.column(let table, let name, let isNullable), _) = base.content
    {
      // An index can find the range; the function decides within it.
      let column = SQLExpression.column(table, name, isNullable: isNullable)
      condition.sql = .and(TextRange(prefix: prefix).conditions(column) + [condition.sql])
    }
    return condition
  }
}

extension PredicateExpressions.StringContainsRegex: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    let (subject, regex) = (
      try translator.operand(self.subject), try translator.operand(self.regex)
    )
    if subject.constant != nil, regex.constant != nil {
      return .constant(try evaluate(translator.constants))
    }
    guard let pattern = regex.constant as? PredicateExpressions.PredicateRegex else {
      throw Untranslatable("a regular expression of type \(Regex.Output.self)")
    }
    return try translator.text(.matches, subject, .constant(pattern.stringRepresentation))
  }
}

extension Translator {
  /// A question to two texts.
  func text(_ function: SQLFunction, _ first: Operand, _ second: Operand) throws -> Condition {
    let (left, right) = (try Scalar(first, self), try Scalar(second, self))
    guard left.form == .text, right.form == .text else {
      throw Untranslatable("a search in something that is no text")
    }
    return Condition(
      sql: .call(function, [left.sql, right.sql]), success: first.success.and(second.success))
  }
}
