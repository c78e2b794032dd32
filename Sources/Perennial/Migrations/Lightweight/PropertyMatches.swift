/// Which property of an entity's earlier description each property of its new one continues.
struct PropertyMatches {
  private var oldByNew: [String: String] = [:]
  private var claimed: Set<String> = []

  init(from old: EntityDescription, to new: EntityDescription) {
    // A rename that the file has not seen yet. The declaration of a property keeps its original name
    // for ever, also when its first name was given to another property in the meantime; so what the
    // file knows already was carried out.
    for property in new.properties where property.originalName != property.name {
      guard old.property(named: property.originalName) != nil else { continue }
      let before = old.property(named: property.name)
      if before?.originalName == property.originalName { continue }
      claim(property.originalName, for: property)
    }
    for property in new.properties where old.property(named: property.name) != nil {
      claim(property.name, for: property)
    }
    // What only the file knows to be renamed: an earlier version of the program takes a name back, or
    // two versions name the same original.
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

  /// The earlier name of a property; nil for a property that is new.
  subscript(_ name: String) -> String? { oldByNew[name] }

  /// Whether an earlier property lives on.
  func isContinued(_ name: String) -> Bool { claimed.contains(name) }
}
