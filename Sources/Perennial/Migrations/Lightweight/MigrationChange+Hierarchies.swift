extension MigrationChange {
  /// Returns a change of a table that classes share as a change of the class that it concerns.
  ///
  /// - Parameter classes: Classes that are new as a whole. Changes of their properties are omitted.
  func restated(besides classes: Set<String>) -> [MigrationChange] {
    func about(
      _ entity: String, _ name: String, _ make: (String, String) -> MigrationChange
    ) -> [MigrationChange] {
      let (entity, name) = Self.owner(of: name, in: entity)
      return classes.contains(entity) ? [] : [make(entity, name)]
    }
    func about(
      _ entity: String, _ names: [String], _ make: (String, [String]) -> MigrationChange
    ) -> [MigrationChange] {
      let parts = names.map { Self.owner(of: $0, in: entity) }
      let owner = parts.first { $0.entity != entity }?.entity ?? entity
      return classes.contains(owner) ? [] : [make(owner, parts.map(\.name))]
    }
    switch self {
    case .addedEntity, .retiredEntity, .removedEntity, .modifiedEntity: return [self]
    case .addedProperty(let entity, let name):
      return about(entity, name) { .addedProperty(entity: $0, $1) }
    case .removedProperty(let entity, let name):
      return about(entity, name) { .removedProperty(entity: $0, $1) }
    case .replacedProperty(let entity, let name):
      return about(entity, name) { .replacedProperty(entity: $0, $1) }
    case .becameOptional(let entity, let name):
      return about(entity, name) { .becameOptional(entity: $0, $1) }
    case .becameRequired(let entity, let name):
      return about(entity, name) { .becameRequired(entity: $0, $1) }
    case .changedRelationship(let entity, let name):
      return about(entity, name) { .changedRelationship(entity: $0, $1) }
    case .changedStorage(let entity, let name):
      return about(entity, name) { .changedStorage(entity: $0, $1) }
    case .changedType(let entity, let name, let from, let to):
      return about(entity, name) { .changedType(entity: $0, $1, from: from, to: to) }
    case .renamedProperty(let entity, let from, let to):
      let former = Self.owner(of: from, in: entity).name
      return about(entity, to) { .renamedProperty(entity: $0, from: former, to: $1) }
    case .addedIndex(let entity, let names):
      return about(entity, names) { .addedIndex(entity: $0, $1) }
    case .removedIndex(let entity, let names):
      return about(entity, names) { .removedIndex(entity: $0, $1) }
    case .addedUniquenessConstraint(let entity, let names):
      return about(entity, names) { .addedUniquenessConstraint(entity: $0, $1) }
    case .removedUniquenessConstraint(let entity, let names):
      return about(entity, names) { .removedUniquenessConstraint(entity: $0, $1) }
    }
  }

  private static func owner(of name: String, in entity: String) -> (entity: String, name: String) {
    guard let dot = name.firstIndex(of: ".") else { return (entity, name) }
    return (String(name[..<dot]), String(name[name.index(after: dot)...]))
  }
}
