/// The relationships of one entity with the other entities of a container.
package struct EntityLinks: Sendable {
  /// A relationship of another entity, or of the same one, that may reference an object of this entity:
  /// a to-many relationship with a join table, or a reference. A foreign key sets the reference to NULL
  /// when the object is deleted.
  struct IncomingReference: Sendable {
    let entityName: String
    let mask: PropertyMask
    /// The query for the keys of the owners of one object, whose key is the parameter.
    let sql: String
    /// The query for the keys of the owners of several objects, whose keys are the parameter; see
    /// ``SQLValue/keys(_:)``.
    let sqlOfSeveral: String
  }

  /// A to-one relationship that has an inverse.
  package struct AnsweredReference: Sendable {
    package let index: Int
    /// The number of the destination entity.
    package let destination: Int
    package let inverse: PropertyMask
  }

  /// The number of the destination entity of each relationship, by property index.
  package let destinations: [Int: Int]
  package let answeredReferences: [AnsweredReference]
  let incomingReferences: [IncomingReference]
  /// The number of the hierarchy's root entity; the entity's own number outside a hierarchy.
  package let root: Int
  /// The numbers of the entity and of its subentities; each after its superentity's number.
  package let members: [Int]

  /// Collects the relationships of an entity.
  ///
  /// - Parameter all: The entities of the container, by number, and the numbers of their stores.
  ///   Relationships do not cross stores.
  init(
    _ own: (entity: StoreEntity, store: Int), among all: [(entity: StoreEntity, store: Int)],
    _ hierarchies: ClassHierarchies
  ) {
    let layout = own.entity.layout
    func number(_ wanted: ModelLayout) -> Int? {
      all.firstIndex { $0.entity.layout === wanted && $0.store == own.store }
    }
    root = number(layout.root) ?? number(layout) ?? 0
    members = hierarchies.members(of: layout).compactMap(number)
    let destinations = layout.relationships.compactMapValues { number($0.destination) }
    self.destinations = destinations
    answeredReferences = own.entity.references.compactMap { property in
      guard let destination = destinations[property.index],
        let inverse = layout.relationship(property.index)?.inverse
      else { return nil }
      return AnsweredReference(
        index: property.index, destination: destination, inverse: inverse.mask)
    }
    incomingReferences = all.filter { $0.store == own.store }.map(\.entity.layout).flatMap {
      owner in
      owner.ownProperties.compactMap { property -> IncomingReference? in
        guard let relationship = owner.relationship(property.index),
          layout.isKind(of: relationship.destination),
          let sql = Self.owners(of: relationship, in: owner),
          let sqlOfSeveral = Self.owners(
            of: relationship, in: owner, where: "IN (SELECT value FROM json_each(?))")
        else { return nil }
        return IncomingReference(
          entityName: owner.entityName, mask: relationship.property.mask, sql: sql,
          sqlOfSeveral: sqlOfSeveral)
      }
    }
  }

  /// Returns the query for the keys of the rows that reference one row by a relationship. Nil for a
  /// one-to-many relationship, whose reference is a column of that row itself.
  ///
  /// - Parameter condition: The condition for the reference, if it is not the equality with the key of one row.
  static func owners(
    of relationship: RelationshipLayout, in owner: ModelLayout, where condition: String = "= ?"
  ) -> String? {
    switch relationship.storage {
    case .column(let column):
      """
      SELECT _pk FROM \(SQLName.quoted(owner.tableName)) \
      WHERE \(SQLName.quoted(column)) \(condition)
      """
    case .joinTable(let join):
      "SELECT \(join.owner) FROM \(SQLName.quoted(join.name)) WHERE \(join.target) \(condition)"
    case .inverseColumn: nil
    }
  }
}
