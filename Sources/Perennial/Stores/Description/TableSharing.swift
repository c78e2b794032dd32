/// The sharing of one table by the classes of a hierarchy.
struct TableSharing: Hashable, Sendable {
  /// The entities, each after its superentity.
  fileprivate(set) var entities: [String] = []
  /// The entities that have a property, for each property that is not in all of them.
  fileprivate(set) var owners: [String: [String]] = [:]
  /// The entities for which a constraint holds, for each constraint that does not hold for all rows.
  fileprivate(set) var scopes: [[String]: [String]] = [:]

  /// Returns the condition that a row belongs to one of these entities.
  static func condition(_ entities: [String]) -> String {
    "\(SQLName.entity) IN (\(entities.map(SQLName.literal).joined(separator: ", ")))"
  }
}

extension EntityDescription {
  /// Returns the tables of entities. The classes of a hierarchy share one table. It has the properties
  /// of the root, and those of the other classes under names such as `Dog.trick`. Relationships
  /// reference tables.
  package static func tables(of entities: [EntityDescription]) -> [EntityDescription] {
    if entities.allSatisfy({ $0.superentity == nil }) { return entities }
    let hierarchies = Hierarchies(entities)
    var seen: Set<String> = []
    return entities.compactMap { entity in
      seen.insert(entity.table).inserted ? hierarchies.table(of: entity) : nil
    }
  }

  /// Returns `true` if the table may have objects of one of these entities.
  func hasObjects(of entities: [String]) -> Bool {
    sharing?.entities.contains(where: entities.contains) ?? entities.contains(name)
  }

  /// Returns the column with the order key that belongs to a reference.
  func positionColumn(_ name: String, of property: PropertyDescription) -> ColumnDescription {
    let isEverywhere = sharing?.owners[property.name] == nil
    return ColumnDescription(name: name, type: .integer, isNullable: !isEverywhere)
  }

  /// Returns the name of a property of one of the classes that share a table.
  static func sharedName(_ property: String, of entity: String) -> String {
    "\(entity).\(property)"
  }
}

/// The descriptions of entities, by name and by table.
private struct Hierarchies {
  private let byName: [String: EntityDescription]
  private let byTable: [String: [EntityDescription]]

  init(_ entities: [EntityDescription]) {
    byName = Dictionary(first: entities.map { ($0.name, $0) })
    byTable = Dictionary(grouping: entities, by: \.table)
  }

  private func ancestors(of entity: EntityDescription) -> [EntityDescription] {
    var ancestors: [EntityDescription] = []
    var next = entity.superentity
    while let name = next, let entity = byName[name], ancestors.count < byName.count {
      ancestors.append(entity)
      next = entity.superentity
    }
    return ancestors
  }

  /// Returns the class that a table is named after, or the first known class of the table.
  private func root(_ table: String) -> EntityDescription? {
    let classes = byTable[table] ?? []
    return classes.first { $0.superentity == nil } ?? classes.first
  }

  func table(of entity: EntityDescription) -> EntityDescription {
    let classes = (byTable[entity.table] ?? [entity]).sorted {
      (ancestors(of: $0).count, $0.name) < (ancestors(of: $1).count, $1.name)
    }
    guard let root = root(entity.table), classes.count > 1 || root.superentity != nil else {
      return EntityDescription(
        entity, properties: entity.properties.map { shared($0, of: entity, entity.name) })
    }
    var sharing = TableSharing()
    var properties: [PropertyDescription] = []
    var constraints: [[String]] = []
    var indices: [[String]] = []
    for part in classes {
      let members = classes.filter { member in
        member.name == part.name || ancestors(of: member).contains { $0.name == part.name }
      }.map(\.name)
      sharing.entities.append(part.name)
      for property in part.properties {
        let made = shared(property, of: part, root.name)
        properties.append(made)
        if part.name != root.name { sharing.owners[made.name] = members }
      }
      for constraint in part.uniquenessConstraints {
        let names = constraint.map { sharedName($0, of: part, root.name) }
        constraints.append(names)
        // A class's own columns are NULL in the rows of other classes, so their values never conflict
        // there.
        let isAdded = constraint.contains { part.property(named: $0) != nil }
        if part.name != root.name, !isAdded { sharing.scopes[names] = members }
      }
      indices += part.indices.map { $0.map { sharedName($0, of: part, root.name) } }
    }
    return EntityDescription(
      sharedTableOf: root, properties: properties, uniquenessConstraints: constraints,
      indices: indices, sharing)
  }

  private func sharedName(
    _ property: String, of entity: EntityDescription, _ root: String
  ) -> String {
    let owner = ([entity] + ancestors(of: entity)).first { $0.property(named: property) != nil }
    let name = owner?.name ?? entity.name
    return name == root ? property : EntityDescription.sharedName(property, of: name)
  }

  private func shared(
    _ property: PropertyDescription, of entity: EntityDescription, _ root: String
  ) -> PropertyDescription {
    let isRoot = entity.name == root
    return PropertyDescription(
      property,
      name: { isRoot ? $0 : EntityDescription.sharedName($0, of: entity.name) },
      isEverywhere: isRoot,
      property.relationship.map(shared))
  }

  private func shared(_ relationship: RelationshipDescription) -> RelationshipDescription {
    guard let destination = byName[relationship.destination], let root = root(destination.table)
    else { return relationship }
    let inverse = relationship.inverse.map { name in
      destination.name == root.name
        ? name : EntityDescription.sharedName(name, of: destination.name)
    }
    return RelationshipDescription(relationship, to: root.name, inverse: inverse)
  }
}

extension EntityDescription {
  /// Returns the SQL expression for the name of an object's entity.
  ///
  /// - Parameter row: The name of the row in a trigger; nil in a query of the table.
  func nameSQL(of row: String? = nil) -> String {
    if sharing == nil { return SQLName.literal(name) }
    return row.map { "\($0).\(SQLName.entity)" } ?? SQLName.entity
  }
}
