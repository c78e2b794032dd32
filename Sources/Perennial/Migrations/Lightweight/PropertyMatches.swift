/// The earlier property of each property of an entity, found by name and by original name.
struct PropertyMatches {
  private var oldByNew: [String: String] = [:]
  private var claimed: Set<String> = []

  init(from old: EntityDescription, to new: EntityDescription) {
    // Renames that the file does not have yet. A property's declaration keeps its original name permanently,
    // even if another property has its first name by now. Therefore a rename that the file already records is
    // not carried out again.
    for property in new.properties where property.originalName != property.name {
      guard old.property(named: property.originalName) != nil else { continue }
      let before = old.property(named: property.name)
      if before?.originalName == property.originalName { continue }
      claim(property.originalName, for: property)
    }
    for property in new.properties where old.property(named: property.name) != nil {
      claim(property.name, for: property)
    }
    // Renames that only the file records: an earlier version of the program uses a name again, or two
    // versions name the same original.
    for property in new.properties where oldByNew[property.name] == nil {
      let candidates = old.properties.filter { candidate in
        candidate.originalName != candidate.name
          && [property.name, property.originalName].contains(candidate.originalName)
          && new.property(named: candidate.name) == nil
          && candidate.isAttribute == property.isAttribute
      }
      if candidates.count == 1 { claim(candidates[0].name, for: property) }
    }
  }

  private mutating func claim(_ name: String, for property: PropertyDescription) {
    guard oldByNew[property.name] == nil, claimed.insert(name).inserted else { return }
    oldByNew[property.name] = name
  }

  /// Returns the earlier name of a property; nil for a property that is new.
  subscript(_ name: String) -> String? { oldByNew[name] }

  /// Returns `true` if a property continues the earlier property with this name.
  func isContinued(_ name: String) -> Bool { claimed.contains(name) }
}
