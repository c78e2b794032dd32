/// The default that a property is declared with, as its column has it.
package enum DeclaredDefault {
  case none
  case constant(SQLValue)
  /// Another value each time, such as `UUID()` or `Date.now`; one of them.
  case changing(SQLValue)
}

extension PropertyLayout {
  /// The default of an attribute. Evaluates it once more, to see whether it stays the same.
  ///
  /// - Throws: What encoding it throws.
  package func declaredDefault() throws -> DeclaredDefault {
    guard let first = defaultValue, let value = try columnValue(first) else { return .none }
    let again = owner.ownSchemaMetadata.first { $0.name == name }?.defaultValue
    guard let again, try columnValue(again) == value else { return .changing(value) }
    return .constant(value)
  }

  /// What the column has of a value of the property; nil for a value of another type.
  func columnValue(_ value: Any) throws -> SQLValue? {
    func open<S: _Slot>(_ type: S.Type) throws -> SQLValue? {
      guard let value = value as? S.Value else { return nil }
      var slot = S()
      slot.initialize(value)
      return try slot._sqlValue.value
    }
    let slots = owner._$slots
    return slots.indices.contains(index) ? try open(slots[index]) : nil
  }
}
