// Properties that exchange their names. The columns have the same names before and after, so no checksum differs.

extension EntityDescription {
  /// Returns `true` if properties get each other's names, and the file does not record that they have done so.
  ///
  /// - Parameter before: The entity as the file describes it.
  func exchangesNames(of before: EntityDescription) -> Bool {
    properties.contains { property in
      guard let former = before.property(named: property.name) else { return false }
      return former.originalName != property.originalName && exchangesName(property)
        && before.property(named: property.originalName) != nil
    }
  }

  /// Returns `true` if the original names lead from a property to others, and back to it.
  func exchangesName(_ property: PropertyDescription) -> Bool {
    var name = property.originalName
    if name == property.name { return false }
    for _ in properties {
      guard let next = self.property(named: name), next.originalName != name else { return false }
      if next.originalName == property.name { return true }
      name = next.originalName
    }
    return false
  }
}
