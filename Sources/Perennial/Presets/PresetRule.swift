/// An app's rule for a field in conflict, independent of the field's type.
package struct PresetRule: Sendable {
  /// Returns the result for the values base, mine and theirs; nil for values of another type.
  let decide: @Sendable (_ base: Any, _ mine: Any, _ theirs: Any) -> Any?

  package init(_ decide: @escaping @Sendable (_ base: Any, _ mine: Any, _ theirs: Any) -> Any?) {
    self.decide = decide
  }
}
