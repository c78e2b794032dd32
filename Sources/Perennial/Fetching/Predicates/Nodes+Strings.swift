import Foundation

extension PredicateExpressions.CollectionContainsCollection: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    let (base, other) = (try translator.operand(self.base), try translator.operand(self.other))
    if let base = base.constant(as: Base.Output.self),
      let other = other.constant(as: Other.Output.self)
    {
      return .constant(base.contains(other))
    }
    return try translator.text(.contains, base, other)
  }
}

extension PredicateExpressions.SequenceStartsWith: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    let (base, prefix) = (try translator.operand(self.base), try translator.operand(self.prefix))
    if let base = base.constant(as: Base.Output.self),
      let prefix = prefix.constant(as: Prefix.Output.self)
    {
      return .constant(base.starts(with: prefix))
    }
    var condition = try translator.text(.starts, base, prefix)
    if let prefix = prefix.constant(as: String.self),
      case .scalar(.column(let table, let name, let isNullable), _) = base.content
    {
      // An index can find the range. The function decides within the range.
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
    if let subject = subject.constant(as: Subject.Output.self),
      let regex = regex.constant(as: Regex.Output.self)
    {
      return .constant(subject.contains(regex))
    }
    guard let pattern = regex.constant(as: PredicateExpressions.PredicateRegex.self) else {
      throw Untranslatable("a regular expression of type \(Regex.Output.self)")
    }
    return try translator.text(.matches, subject, .constant(pattern.stringRepresentation))
  }
}

extension Translator {
  /// Returns the condition that a function of two texts is true.
  func text(_ function: SQLFunction, _ first: Operand, _ second: Operand) throws -> Condition {
    let (left, right) = (try Scalar(first), try Scalar(second))
    guard left.form == .text, right.form == .text else {
      throw Untranslatable("a search in a value that is not a text")
    }
    return Condition(
      sql: .call(function, [left.sql, right.sql]), success: first.success.and(second.success))
  }
}
