import Perennial
public import PerennialRecords

extension Presets {
  /// Returns the group with a rule for conflicts in an attribute: the user has edited it, and a later
  /// version of the catalog has another value.
  ///
  /// ```swift
  /// Presets(id: \.slug) { Recipe.defaults }
  ///   .resolving(\.timesCooked, with: .addingDifferences)
  ///   .resolving(\.keywords, with: .uniting())
  /// ```
  ///
  /// The result is written to the store when the version is applied, and isn't an edit. Without a rule
  /// the user's value stays. A rule makes the catalog invalid if it is for a relationship, for an
  /// attribute whose values may be in files, or for an attribute that must be unique.
  public func resolving<Value>(
    _ keyPath: any KeyPath<Model, Value> & Sendable, with resolution: PresetConflictRule<Value>
  ) -> Presets {
    var copy = self
    let layout = ModelLayout.of(Model.self)
    guard let property = layout.property(at: keyPath), Self.canResolve(property, of: layout) else {
      copy.problems.append(
        """
        \(layout.entityName)\(layout.property(at: keyPath).map { ".\($0.name)" } ?? " at \(keyPath)") \
        cannot have a conflict rule: the rule needs a stored attribute that is neither unique nor \
        external
        """)
      return copy
    }
    copy.fieldRules[property.name] = PresetConflictRule<Any>(resolution)
    return copy
  }

  /// Returns the group with a rule for all attributes of a type that have no rule of their own.
  ///
  /// ```swift
  /// let recipes = Presets(id: \.slug) { Recipe.defaults }
  ///   .resolving(Int.self, with: .addingDifferences)
  /// ```
  public func resolving<Value>(
    _ type: Value.Type, with resolution: PresetConflictRule<Value>
  ) -> Presets {
    var copy = self
    let layout = ModelLayout.of(Model.self)
    for property in layout.properties
    where property.valueType == type && Self.canResolve(property, of: layout) {
      copy.typeRules[property.name] = PresetConflictRule<Any>(resolution)
    }
    return copy
  }

  /// Returns `true` if conflicts in a property can have a rule.
  private static func canResolve(_ property: PropertyLayout, of layout: ModelLayout) -> Bool {
    !property.isRelationship && property.column != nil && !property.isExternal
      && !layout.uniquenessConstraints.joined().contains { $0 === property }
  }
}

extension PresetConflictRule where Value == Any {
  /// Creates the rule that applies another one to values of its type, and keeps the user's value
  /// otherwise.
  fileprivate init<Typed>(_ rule: PresetConflictRule<Typed>) {
    self.init { conflict in
      guard let base = conflict.base as? Typed, let mine = conflict.mine as? Typed,
        let theirs = conflict.theirs as? Typed
      else { return conflict.mine }
      return rule(PresetConflict(field: conflict.field, base: base, mine: mine, theirs: theirs))
    }
  }
}
