/// The part of a plan's versions that one of a container's stores keeps.
struct StorePart {
  /// The entities that the store is to have and that its file has; nil if the store keeps all entities.
  private let names: Set<String>?
  /// `true` for an entity of the versions in between that no store of the container has in the end.
  private var isPassing: (String) -> Bool = { _ in false }

  init(_ migration: StoreMigration, _ found: StoreMetadata) {
    names =
      migration.configuration.schema == nil
      ? nil : Set(migration.layouts.map(\.entityName)).union(found.checksums.keys)
  }

  /// Includes the entities that the versions between one version and the container's have, unless they are
  /// known to belong to another store of the container.
  ///
  /// An entity of the file's version that the file does not have belongs to another store.
  ///
  /// - Parameter isAdjusted: `true` if the file lacks a part of that version, which may be the entity.
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

  /// Returns the layouts of this store, and those of the models to which they are related in their version. A
  /// reference needs the table that it refers to.
  func closed(_ layouts: [ModelLayout]) throws -> [ModelLayout] {
    let kept = self.layouts(layouts)
    if kept.count == layouts.count { return kept }
    return try Schema(layouts: kept).closed().layouts
  }

  func entities(_ entities: [EntityDescription]) -> [EntityDescription] {
    entities.filter { contains($0.name) }
  }
}
