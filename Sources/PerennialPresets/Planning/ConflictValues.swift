import Perennial
import PerennialRecords

/// Converts the values of columns for the app's rules.
struct ConflictValues {
  let transaction: PresetTransaction
  /// The rules, by entity and field.
  let rules: [String: [String: PresetConflictRule<Any>]]

  func areSame(
    _ left: SQLValue, _ right: SQLValue, _ property: PropertyLayout, _ layout: ModelLayout
  ) throws -> Bool {
    try left == right || transaction.areSame(left, right, property, of: layout)
  }

  /// Returns the result of the app's rule for a field; nil if there is no rule, or if the result is of another
  /// type.
  func resolve(
    _ conflict: PresetConflict<StoredValue>, _ property: PropertyLayout, of preset: CatalogPreset
  ) throws -> SQLValue? {
    guard let rule = rules[preset.entityName]?[property.name],
      case .value(let base) = conflict.base, case .value(let mine) = conflict.mine,
      case .value(let theirs) = conflict.theirs
    else { return nil }
    let values = try [base, mine, theirs].map {
      try transaction.programValue($0, property, of: preset.layout)
    }
    return try property.columnValue(
      rule(
        PresetConflict(field: property.name, base: values[0], mine: values[1], theirs: values[2])))
  }
}
