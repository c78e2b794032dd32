import Foundation

/// The constraints that a predicate on transactions implies. They limit the part of the history that must be
/// read, and list the predicate's tokens so that they can be checked.
struct HistoryConstraints {
  /// A token that a predicate compares with.
  struct Use {
    let token: DefaultHistoryToken
    /// `true` if the predicate selects transactions after the token.
    let isLowerBound: Bool
  }

  private(set) var uses: [Use] = []
  /// The least number of a transaction for which the predicate can be true; `.min` if it implies none.
  private(set) var first: Int64 = .min
  /// The only store that has such transactions; nil if the predicate implies none.
  private(set) var storeIdentifier: String?
  /// `true` if the predicate may read the changes of a transaction.
  private(set) var readsChanges = false

  init(_ predicate: Predicate<DefaultHistoryTransaction>?) {
    guard let predicate else { return }
    visit(predicate.expression, isImplied: true)
  }

  /// Collects the constraints of a node.
  ///
  /// - Parameter isImplied: `true` if the node is true whenever the predicate is.
  fileprivate mutating func visit(_ node: Any, isImplied: Bool) {
    // A node of an unknown kind may read anything.
    guard let node = node as? any HistoryNode else { return readsChanges = true }
    node.note(in: &self, isImplied: isImplied)
  }

  fileprivate mutating func notePath(_ keyPath: AnyKeyPath) {
    if keyPath == \DefaultHistoryTransaction.changes { readsChanges = true }
  }

  fileprivate mutating func noteToken(_ value: Any, isLowerBound: Bool) {
    guard let token = value as? DefaultHistoryToken else { return }
    uses.append(Use(token: token, isLowerBound: isLowerBound))
  }

  /// Records that the predicate is true only if a path's value is at least (or, if exclusive, more than)
  /// another.
  fileprivate mutating func noteLowerBound(
    _ keyPath: AnyKeyPath, _ value: Any, isExclusive: Bool
  ) {
    let number: Int64
    if let token = value as? DefaultHistoryToken {
      number = token.number
      storeIdentifier = token.storeIdentifier
    } else if let value = value as? Int64,
      keyPath == \DefaultHistoryTransaction.id
        || keyPath == \DefaultHistoryTransaction.transactionIdentifier
    {
      number = value
    } else {
      return
    }
    let (next, overflow) = number.addingReportingOverflow(isExclusive ? 1 : 0)
    first = max(first, overflow ? .max : next)
  }
}

// MARK: - Nodes

/// A node of a predicate on transactions.
private protocol HistoryNode {
  /// The nodes in it whose truth the predicate does not imply.
  var parts: [Any] { get }
  func note(in constraints: inout HistoryConstraints, isImplied: Bool)
}

extension HistoryNode {
  fileprivate var parts: [Any] { [] }

  fileprivate func note(in constraints: inout HistoryConstraints, isImplied: Bool) {
    for part in parts { constraints.visit(part, isImplied: false) }
  }
}

private protocol HistoryPath {
  var path: AnyKeyPath { get }
}

private protocol HistoryValue {
  var anyValue: Any { get }
}

extension PredicateExpressions.Variable: HistoryNode {}

extension PredicateExpressions.NilLiteral: HistoryNode {}

extension PredicateExpressions.Value: HistoryNode, HistoryValue {
  fileprivate var anyValue: Any { value }

  fileprivate func note(in constraints: inout HistoryConstraints, isImplied: Bool) {
    constraints.noteToken(value, isLowerBound: false)
  }
}

extension PredicateExpressions.KeyPath: HistoryNode, HistoryPath {
  fileprivate var path: AnyKeyPath { keyPath }

  fileprivate func note(in constraints: inout HistoryConstraints, isImplied: Bool) {
    constraints.notePath(keyPath)
    constraints.visit(root, isImplied: false)
  }
}

extension PredicateExpressions.Conjunction: HistoryNode {
  fileprivate func note(in constraints: inout HistoryConstraints, isImplied: Bool) {
    constraints.visit(lhs, isImplied: isImplied)
    constraints.visit(rhs, isImplied: isImplied)
  }
}

extension PredicateExpressions.Disjunction: HistoryNode {
  fileprivate var parts: [Any] { [lhs, rhs] }
}

extension PredicateExpressions.Negation: HistoryNode {
  fileprivate var parts: [Any] { [wrapped] }
}

extension PredicateExpressions.Equal: HistoryNode {
  fileprivate var parts: [Any] { [lhs, rhs] }
}

extension PredicateExpressions.NotEqual: HistoryNode {
  fileprivate var parts: [Any] { [lhs, rhs] }
}

extension PredicateExpressions.SequenceContains: HistoryNode {
  fileprivate var parts: [Any] { [sequence, element] }
}

extension PredicateExpressions.Comparison: HistoryNode {
  fileprivate func note(in constraints: inout HistoryConstraints, isImplied: Bool) {
    if let path = lhs as? any HistoryPath, let value = rhs as? any HistoryValue {
      let isLower = op == .greaterThan || op == .greaterThanOrEqual
      constraints.noteToken(value.anyValue, isLowerBound: isLower)
      guard isLower, isImplied else { return constraints.notePath(path.path) }
      constraints.noteLowerBound(path.path, value.anyValue, isExclusive: op == .greaterThan)
    } else if let value = lhs as? any HistoryValue, let path = rhs as? any HistoryPath {
      let isLower = op == .lessThan || op == .lessThanOrEqual
      constraints.noteToken(value.anyValue, isLowerBound: isLower)
      guard isLower, isImplied else { return constraints.notePath(path.path) }
      constraints.noteLowerBound(path.path, value.anyValue, isExclusive: op == .lessThan)
    } else {
      constraints.visit(lhs, isImplied: false)
      constraints.visit(rhs, isImplied: false)
    }
  }
}
