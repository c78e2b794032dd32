/// A field that a person wrote, and of which a later version of the catalog says something else than at
/// the time.
package struct FieldConflict<Value: FieldValue>: Hashable, Sendable {
  package let field: String
  /// What the catalog said when the person wrote.
  package let base: Value
  /// What the person wrote.
  package let mine: Value
  /// What the catalog says now.
  package let theirs: Value

  package init(field: String, base: Value, mine: Value, theirs: Value) {
    self.field = field
    self.base = base
    self.mine = mine
    self.theirs = theirs
  }
}

/// What shows of a field in conflict.
///
/// A rule is asked whenever the field is read, and its answer is nobody's edit: it gets no stamp, and so
/// cannot beat what a person wrote meanwhile on a device that is offline. Every device that has the
/// same version of the app finds the same answer, whichever versions it had before.
package struct ConflictRule<Value: FieldValue>: Sendable {
  private let decide: @Sendable (FieldConflict<Value>) -> Value

  /// A rule that depends on the three values alone.
  package init(_ decide: @escaping @Sendable (FieldConflict<Value>) -> Value) {
    self.decide = decide
  }

  package func value(of conflict: FieldConflict<Value>) -> Value { decide(conflict) }

  /// What the person wrote. This is what holds where there is no rule.
  package static var mine: ConflictRule { ConflictRule { $0.mine } }

  /// What the catalog says now.
  package static var theirs: ConflictRule { ConflictRule { $0.theirs } }
}
