import Foundation

/// An expression of two operands, and nothing else.
protocol BinaryNode: SubstitutableNode {
  associatedtype LHS: PredicateExpression
  associatedtype RHS: PredicateExpression
  var lhs: LHS { get }
  var rhs: RHS { get }
  init(lhs: LHS, rhs: RHS)
}

extension BinaryNode {
  func substituting(_ variables: VariableSubstitution) -> Self {
    Self(lhs: variables.applied(to: lhs), rhs: variables.applied(to: rhs))
  }
}

extension PredicateExpressions.IntDivision: BinaryNode {}
extension PredicateExpressions.IntRemainder: BinaryNode {}
extension PredicateExpressions.FloatDivision: BinaryNode {}
extension PredicateExpressions.Conjunction: BinaryNode {}
extension PredicateExpressions.Disjunction: BinaryNode {}
extension PredicateExpressions.Equal: BinaryNode {}
extension PredicateExpressions.NotEqual: BinaryNode {}
extension PredicateExpressions.NilCoalesce: BinaryNode {}
