import Foundation

extension Translator {
  /// Returns the condition that a text has the relation of a ``_TextPattern`` to the pattern's
  /// text. Returns nil if `pattern` isn't a pattern.
  func match(_ text: Operand, _ pattern: Operand) throws -> Condition? {
    if let pattern = pattern.constant(as: _TextPattern.self) {
      return try related(text, pattern.relation, .constant(pattern.text))
    }
    guard case .scalar(let sql, .pattern(let relation)) = pattern.content else { return nil }
    return try related(
      text, relation, Operand(.scalar(sql, .text), null: pattern.null, success: pattern.success))
  }

  fileprivate func related(
    _ first: Operand, _ relation: TextRelation, _ second: Operand
  ) throws -> Condition {
    let (left, right) = (try Scalar(first), try Scalar(second))
    guard left.form == .text, right.form == .text else {
      throw Untranslatable("a comparison of a value that is not a text")
    }
    return Condition(
      sql: relation.condition(left.sql, right.sql), success: first.success.and(second.success))
  }
}

#if canImport(Darwin)
// Foundation's own expressions.

extension PredicateExpressions.StringLocalizedStandardContains: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    try translator.related(translator.operand(root), .contains, translator.operand(other))
  }
}
#endif
