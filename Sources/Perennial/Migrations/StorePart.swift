/// The part of a plan's versions that one of a container's stores keeps.
struct StorePart {
  /// The entities that the store is to have, and those that its file has; nil if it keeps all that there
  /// are.
  private let names: Set<String>?
  /// Entities of versions on the way that no store of the container is to have in the end.
  private var isPassing: (String) -> Bool = { _ in false }

  init(_ migration: StoreMigration, _ found: StoreMetadata) {
    names =
      migration.configuration.schema == nil
      ? nil : Set(migration.layouts.map(\.entityName)).union(found.checksums.keys)
  }

  /// Takes in the entities that versions on the way from one to the container's have, and that belong to
  /// none of its other stores as far as can be known.
  ///
  /// An entity of the version at which the file is, and which the file does not have, is another store's.
  ///
  /// - Parameter isAdjusted: Whether the file lacks something of that version, which may be the entity.
  mutating func travel(from source: Int, of plan: ResolvedPlan, isAdjusted: Bool) {
    let (first, last) = (plan.versions[source].checksums, plan.versions[plan.target].checksums)
    isPassing = { name in
      if plan.containerEntities.contains(name) { return false }
      return first[name] == nil || isAdjusted && last[name] == nil
    }
  }

  private func contains(_ entity: String) -> Bool {
    guard let names else { return true }
    return names.contains(entity) || isPassing(entity)
  }

  func layouts(_ layouts: [ModelLayout]) -> [ModelLayout] {
    layouts.filter { contains($0.entityName) }
  }

  /// The same with the models that these are related to in their version: a reference needs a table that
  /// it leads to.
  func closed(_ layouts: [ModelLayout]) throws -> [ModelLayout] {
    let kept = self.layouts(layouts)
    if kept.count == layouts.count { return kept }
    return try Schema(kept.map(\.type)).closed().types.map(ModelLayout.of)
  }

  func entities(_ entities: [EntityDescription]) -> [EntityDescription] {
    entities.filter { contains($0.name) }
  }
}
