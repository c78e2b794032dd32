/// The three values of a field that the user has edited and whose value in the catalog has changed
/// since.
public struct PresetConflict<Value> {
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

extension PresetConflict: Sendable where Value: Sendable {}
extension PresetConflict: Equatable where Value: Equatable {}
extension PresetConflict: Hashable where Value: Hashable {}
