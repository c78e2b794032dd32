/// The declared default of a property, as a column value.
package enum DeclaredDefault {
  case none
  case constant(SQLValue)
  /// A default that differs each time, such as `UUID()` or `Date.now`, with one of its values.
  case changing(SQLValue)
}

extension PropertyLayout {
  /// Returns the default of an attribute. Evaluates the default once more, to detect a changing one.
  ///
  /// - Throws: The errors of encoding the default.
  package func declaredDefault() throws -> DeclaredDefault {
    guard let first = defaultValue, let value = try columnValue(first) else { return .none }
    let again = owner.ownSchemaMetadata.first { $0.name == name }?.defaultValue
    guard let again, try columnValue(again) == value else { return .changing(value) }
    return .constant(value)
  }

  /// Returns the column value for a value of the property; nil for a value of another type.
  func columnValue(_ value: Any) throws -> SQLValue? {
    func open<S: _Storage.Slot>(_ type: S.Type) throws -> SQLValue? {
      guard let value = value as? S.Value else { return nil }
      var slot = S()
      slot.initialize(value)
      return try slot._sqlValue.value
    }
    let slots = owner._$slots
    return slots.indices.contains(index) ? try open(slots[index]) : nil
  }
}
