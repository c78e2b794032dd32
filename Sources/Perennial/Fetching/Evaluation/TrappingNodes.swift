import Foundation

/// The expressions that trap if a value does not fit: arithmetic and ranges.
enum TrappingNodes {
  private static let names = [
    "Arithmetic<", "IntDivision<", "IntRemainder<", "UnaryMinus<", "Expressions.Range<",
    "Expressions.ClosedRange<", "CollectionRangeSubscript<", "ExpressionEvaluate<",
  ]
  private static let known = Guarded<[ObjectIdentifier: Bool]>([:])

  /// Returns `true` if an expression contains a trapping expression. The name of an expression's
  /// type spells out all its parts.
  static func areIn(_ expression: any PredicateExpression) -> Bool {
    let type = type(of: expression)
    if let answer = known.withLock({ $0[ObjectIdentifier(type)] }) { return answer }
    let description = String(reflecting: type)
    let answer = names.contains { description.contains($0) }
    known.withLock { $0[ObjectIdentifier(type)] = answer }
    return answer
  }
}
