import Perennial
import PerennialRecords

/// Compares and converts the values of columns for the app's rules. Reads no rows.
struct ConflictValues {
  /// The rules, by entity and field.
  let rules: [String: [String: PresetConflictRule<Any>]]
  /// A connection that decodes values, to any database.
  let connection: Connection
  /// Returns `true` if two values of a property are equal, as in JSON in another order.
  let areSame: (SQLValue, SQLValue, PropertyLayout, ModelLayout) throws -> Bool

  /// Returns `true` if the app has rules for fields of a preset.
  func haveRules(for preset: CatalogPreset) -> Bool {
    rules[preset.entityName]?.isEmpty == false
  }

  /// Returns the result of the app's rule for a field; nil if there is no rule, or if the result is of another
  /// type.
  func resolve(
    _ conflict: PresetConflict<FieldState>, _ property: PropertyLayout, of preset: CatalogPreset
  ) throws -> SQLValue? {
    guard let rule = rules[preset.entityName]?[property.name],
      case .value(let base) = conflict.base, case .value(let mine) = conflict.mine,
      case .value(let theirs) = conflict.theirs
    else { return nil }
    let values = try [base, mine, theirs].map { try programValue($0, property, of: preset.layout) }
    return try property.columnValue(
      rule(
        PresetConflict(field: property.name, base: values[0], mine: values[1], theirs: values[2])))
  }

  /// Returns the value of an attribute in the form in which a program reads it.
  private func programValue(
    _ value: SQLValue, _ property: PropertyLayout, of layout: ModelLayout
  ) throws -> Any {
    let found = try connection.first("SELECT ?", [value]) {
      try layout.value(of: property, from: &$0)
    }
    return found ?? (Any?.none as Any)
  }
}
