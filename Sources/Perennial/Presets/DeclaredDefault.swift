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
}
