import Foundation

extension PredicateExpressions.CollectionContainsCollection: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    let (base, other) = (try translator.operand(self.base), try translator.operand(self.other))
    if let base = base.constant(as: Base.Output.self),
      let other = other.constant(as: Other.Output.self)
    {
      return .constant(base.contains(other))
    }
    return try .texts(base, other) { .call(.contains, [$0, $1]) }
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
    var condition = try Condition.texts(base, prefix) { .call(.starts, [$0, $1]) }
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
    return try .texts(subject, .constant(pattern.stringRepresentation)) {
      .call(.matches, [$0, $1])
    }
  }
}

extension TextRelation {
  /// Returns the condition that a text has the relation of a ``_TextPattern`` to the pattern's
  /// text. Returns nil if `pattern` isn't a pattern.
  static func condition(_ text: Operand, _ pattern: Operand) throws -> Condition? {
    if let pattern = pattern.constant(as: _TextPattern.self) {
      return try .texts(text, .constant(pattern.text), where: pattern.relation.condition)
    }
    guard case .scalar(let sql, .pattern(let relation)) = pattern.content else { return nil }
    let other = Operand(.scalar(sql, .text), null: pattern.null, success: pattern.success)
    return try .texts(text, other, where: relation.condition)
  }
}

#if canImport(Darwin)
// Foundation's own expressions.

extension PredicateExpressions.StringLocalizedStandardContains: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    try .texts(
      translator.operand(root), translator.operand(other), where: TextRelation.contains.condition)
  }
}
#endif
