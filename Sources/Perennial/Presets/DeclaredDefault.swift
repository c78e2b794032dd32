/// The declared default of a property, as a column value.
package enum DeclaredDefault {
  case none
  case constant(SQLValue)
  /// A default that differs each time, such as `UUID()` or `Date.now`, with one of its values.
  case changing(SQLValue)

  /// Reads the default of an attribute. Evaluates the default once more, to detect a changing one.
  ///
  /// - Throws: The errors of encoding the default.
  package init(of property: PropertyLayout) throws {
    guard let first = property.defaultValue, let value = try property.columnValue(first) else {
      self = .none
      return
    }
    let declared = property.owner.ownSchemaMetadata.first { $0.name == property.name }
    if let again = declared?.defaultValue, try property.columnValue(again) == value {
      self = .constant(value)
    } else {
      self = .changing(value)
    }
  }
}
