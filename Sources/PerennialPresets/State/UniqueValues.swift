import Perennial

extension StoreState {
  /// The values of a uniqueness constraint.
  struct UniqueValues: Hashable {
    /// The entity that declares the constraint.
    let entityName: String
    /// The number of the constraint in that entity.
    let number: Int
    let values: [SQLValue]

    /// Returns `true` if the constraint has one of some properties of a class that it holds for.
    func concerns(_ properties: [PropertyLayout], of layout: ModelLayout) -> Bool {
      let constraints = layout.uniquenessConstraints
      return constraints.indices.contains(number)
        && constraints[number].contains { part in properties.contains { $0 === part } }
    }
  }

  /// Returns the key of the row that has unique values of a preset; nil if there is none, or if it is deleted.
  func owner(of preset: CatalogPreset) -> Int64? {
    Self.uniqueValues(of: preset).lazy.compactMap { owners[$0] }.first
  }

  /// Returns the values that constraints of a preset's entity forbid other rows to have. A constraint with a
  /// nil value is left out: nil is not equal to any value.
  ///
  /// - Parameters:
  ///   - properties: The properties of which a constraint must have one; nil for all constraints.
  ///   - edited: The values that replace those of the catalog, by property.
  static func uniqueValues(
    of preset: CatalogPreset, having properties: [PropertyLayout]? = nil,
    keeping edited: [String: SQLValue] = [:]
  ) -> [UniqueValues] {
    let constraints = preset.layout.uniquenessConstraints
    if constraints.isEmpty { return [] }
    return constraints.indices.compactMap { number in
      let constraint = constraints[number]
      if let properties,
        !constraint.contains(where: { part in properties.contains { $0 === part } })
      {
        return nil
      }
      let values = constraint.map { edited[$0.name] ?? preset.values[$0.index] }
      if values.contains(.null) { return nil }
      return UniqueValues(
        entityName: preset.layout.declarer(ofConstraint: number).entityName, number: number,
        values: values)
    }
  }
}

extension ModelLayout {
  /// Returns the class that declares a uniqueness constraint.
  fileprivate func declarer(ofConstraint number: Int) -> ModelLayout {
    guard let superlayout, number < superlayout.uniquenessConstraints.count else { return self }
    return superlayout.declarer(ofConstraint: number)
  }
}
