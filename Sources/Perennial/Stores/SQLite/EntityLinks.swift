/// How the relationships of one entity connect it with the others of a container.
struct EntityLinks: Sendable {
  /// A relationship of an entity that may lead to an object of this one: a collection, by a join
  /// table, or a reference, which a foreign key empties when the object goes.
  struct Tie: Sendable {
    let entityName: String
    let mask: PropertyMask
    /// The query for the keys of the owners.
    let sql: String
  }

  /// The number of the entity that each relationship leads to, by property index.
  let destinations: [Int: Int]
  let ties: [Tie]
  /// The number of the entity that the hierarchy begins with; its own for one that is in none.
  let root: Int
  /// The numbers of the entity and of those that inherit from it; each behind its superentity's.
  let members: [Int]

  /// - Parameter all: The entities of the container. Relationships do not lead from store to store.
  init(
    _ own: CoordinatedEntity, among all: [CoordinatedEntity], _ hierarchies: ClassHierarchies
  ) {
    let layout = own.entity.layout
    func number(_ wanted: ModelLayout) -> Int? {
      all.firstIndex { $0.entity.layout === wanted && $0.store == own.store }
    }
    root = number(layout.root) ?? number(layout) ?? 0
    members = hierarchies.members(of: layout).compactMap(number)
    destinations = layout.relationships.compactMapValues { relationship in
      all.firstIndex { $0.entity.layout === relationship.destination && $0.store == own.store }
    }
    ties = all.filter { $0.store == own.store }.map(\.entity.layout).flatMap { owner in
      owner.ownProperties.compactMap { property -> Tie? in
        guard let relationship = owner.relationship(property.index),
          layout.isKind(of: relationship.destination),
          let sql = Self.owners(of: relationship, owner)
        else { return nil }
        return Tie(entityName: owner.entityName, mask: relationship.property.mask, sql: sql)
      }
    }
  }

  /// The query for the keys of the rows that lead to one by a relationship.
  static func owners(
    of relationship: RelationshipLayout,
    _ owner: ModelLayout
  ) -> String? {
    switch relationship.storage {
    case .column(let column):
      "SELECT _pk FROM \(SQLName.quoted(owner.tableName)) WHERE \(SQLName.quoted(column)) = ?"
    case .joinTable(let join):
      "SELECT \(join.owner) FROM \(SQLName.quoted(join.name)) WHERE \(join.target) = ?"
    case .inverseColumn: nil
    }
  }
}
