import Perennial

extension Presets {
  /// The same presets, with a rule for an attribute that the user has written and of which a later
  /// version of the catalog says something else.
  ///
  /// ```swift
  /// Presets(id: \.slug) { Recipe.defaults }
  ///   .resolving(\.timesCooked, with: .addingDifferences)
  ///   .resolving(\.keywords, with: .uniting())
  /// ```
  ///
  /// The answer is written to the store when the version is applied, and is no edit. Where there is no
  /// rule the user's value stays. A rule for a relationship, for an attribute whose values may be in
  /// files, or for one that must be unique makes the catalog invalid.
  public func resolving<Value>(
    _ keyPath: any KeyPath<Model, Value> & Sendable, with resolution: ConflictResolution<Value>
  ) -> Presets {
    var copy = self
    let layout = ModelLayout.of(Model.self)
    guard let property = layout.property(at: keyPath), property.canBeResolved(in: layout) else {
      copy.problems.append(
        """
        \(layout.entityName)\(layout.property(at: keyPath).map { ".\($0.name)" } ?? " at \(keyPath)") \
        cannot have a rule for conflicts: it is no stored attribute, its values may be in files, or \
        they must be unique
        """)
      return copy
    }
    copy.fieldRules[property.name] = PresetRule(resolution)
    return copy
  }

  /// The same presets, with a rule for all attributes of a type that have none of their own.
  public func resolving<Value>(
    _ type: Value.Type, with resolution: ConflictResolution<Value>
  ) -> Presets {
    var copy = self
    let layout = ModelLayout.of(Model.self)
    for property in layout.properties
    where property.valueType == type && property.canBeResolved(in: layout) {
      copy.typeRules[property.name] = PresetRule(resolution)
    }
    return copy
  }
}

extension PropertyLayout {
  fileprivate func canBeResolved(in layout: ModelLayout) -> Bool {
    !isRelationship && column != nil && !isExternal
      && !layout.uniquenessConstraints.joined().contains { $0 === self }
  }
}

extension PresetRule {
  fileprivate init<Value>(_ resolution: ConflictResolution<Value>) {
    self.init { base, mine, theirs in
      guard let base = base as? Value, let mine = mine as? Value, let theirs = theirs as? Value
      else { return nil }
      return resolution(PresetConflict(base: base, mine: mine, theirs: theirs))
    }
  }
}
