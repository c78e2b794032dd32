/// The first names of entities and properties, which sync uses for records and their fields.
enum FirstNames {
  /// Returns descriptions with the first names of the properties that they continue.
  static func carried(
    from former: [EntityDescription], to entities: [EntityDescription]
  ) -> [EntityDescription] {
    entities.map { entity in
      guard let before = former.first(where: { $0.name == entity.name }) else { return entity }
      var entity = entity
      let matches = PropertyMatches(from: before, to: entity)
      entity.firstName = before.firstName
      entity.keepFirstNames { property in
        matches[property.name].flatMap { before.property(named: $0)?.firstName }
      }
      return entity
    }
  }

  /// Returns the descriptions for a new file. A plan knows the names that properties had in earlier versions.
  static func initial(
    _ entities: [EntityDescription], _ plan: ResolvedPlan?
  ) -> [EntityDescription] {
    guard let plan else { return entities }
    let target = plan.versions[plan.target].identifier
    let versions = plan.versions.filter { $0.identifier <= target }.sorted {
      $0.identifier < $1.identifier
    }
    let former = versions.reduce(into: [EntityDescription]()) { known, version in
      let names = Set(version.descriptions.map(\.name))
      known =
        known.filter { !names.contains($0.name) } + carried(from: known, to: version.descriptions)
    }
    return carried(from: former, to: entities)
  }
}
