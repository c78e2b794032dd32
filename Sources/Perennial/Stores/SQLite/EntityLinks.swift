/// How the relationships of one entity connect it with the others of a container.
struct EntityLinks: Sendable {
  /// A collection of an entity that may hold an object of this one by a join table.
  struct Tie: Sendable {
    let entityName: String
    let mask: PropertyMask
    /// The query for the keys of the owners.
    let sql: String
  }

  /// The number of the entity that each relationship leads to, by property index.
  let destinations: [Int: Int]
  let ties: [Tie]

  init(_ layout: ModelLayout, among layouts: [ModelLayout]) {
    destinations = layout.relationships.compactMapValues { relationship in
      layouts.firstIndex { $0 === relationship.destination }
    }
    ties = layouts.flatMap { owner in
      owner.relationships.values.compactMap { relationship -> Tie? in
        guard relationship.destination === layout,
          case .joinTable(let join) = relationship.storage
        else { return nil }
        return Tie(
          entityName: owner.entityName, mask: relationship.property.mask,
          sql: """
            SELECT \(join.owner) FROM \(SQLName.quoted(join.name)) WHERE \(join.target) = ?
            """)
      }
    }
  }
}
