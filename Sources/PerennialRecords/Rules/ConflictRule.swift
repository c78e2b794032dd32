/// A field that the user has edited and whose value in the catalog has changed since.
public struct FieldConflict<Value: FieldValue>: Hashable, Sendable {
  /// The field in conflict.
  public let field: String
  /// The catalog's value at the time of the user's edit.
  public let base: Value
  /// The user's value.
  public let mine: Value
  /// The catalog's current value.
  public let theirs: Value

  /// Creates the conflict of a field.
  public init(field: String, base: Value, mine: Value, theirs: Value) {
    self.field = field
    self.base = base
    self.mine = mine
    self.theirs = theirs
  }
}

/// A rule that decides the value of a field in conflict.
///
/// A rule is applied whenever the field is read, and its result isn't an edit. The result has no stamp,
/// so it cannot override an edit that another device makes while it is offline. All devices with the
/// same version of the app compute the same result, whichever versions they had before.
public struct ConflictRule<Value: FieldValue>: Sendable {
  private let decide: @Sendable (FieldConflict<Value>) -> Value

  /// Creates a rule that depends on the three values alone.
  public init(_ decide: @escaping @Sendable (FieldConflict<Value>) -> Value) {
    self.decide = decide
  }

  /// Returns the value that the field shows.
  public func value(of conflict: FieldConflict<Value>) -> Value { decide(conflict) }

  /// The rule that keeps the user's value. It applies to fields without a rule.
  public static var mine: ConflictRule { ConflictRule { $0.mine } }

  /// The rule that takes the catalog's current value.
  public static var theirs: ConflictRule { ConflictRule { $0.theirs } }
}
