/// What an app does about a field in conflict, whatever the field's type.
package struct PresetRule: Sendable {
  /// Is given the values of base, mine and theirs; the answer is nil for values of another type.
  let decide: @Sendable (_ base: Any, _ mine: Any, _ theirs: Any) -> Any?

  package init(_ decide: @escaping @Sendable (_ base: Any, _ mine: Any, _ theirs: Any) -> Any?) {
    self.decide = decide
  }
}
