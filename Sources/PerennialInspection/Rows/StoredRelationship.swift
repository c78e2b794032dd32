import Perennial

/// A relationship whose links are stored as keys: in a column of an entity's table, or in a join table.
struct StoredRelationship {
  /// A column with the keys of other rows.
  struct Reference {
    let column: String
    /// The entity of the rows.
    let destination: String
    /// The table of the rows.
    let table: String

    /// The SQL set of the keys that the column can have.
    private var keys: String { "(SELECT \(SQLName.primaryKey) FROM \(SQLName.quoted(table)))" }
    /// The SQL condition that the column has the key of a row.
    var exists: String { "\(SQLName.quoted(column)) IN \(keys)" }
    /// The SQL condition that the column has a key that no row has.
    var isDangling: String {
      // NULL is not in a set without members, so that the second condition is true for it.
      "(\(SQLName.quoted(column)) NOT NULL AND \(SQLName.quoted(column)) NOT IN \(keys))"
    }
    /// The SQL expression for the column's key if a row has it, or else NULL.
    var existing: String { "CASE WHEN \(exists) THEN \(SQLName.quoted(column)) END" }
  }

  /// The entity that declares the relationship. It is the source of a join table.
  let entity: String
  let property: String
  /// The name of the inverse; nil if there is none.
  let inverse: String?
  /// The table of the columns.
  let table: String
  /// The column of a to-one relationship, or both ends of a join table.
  let references: [Reference]

  /// The entity and the property, as `Recipe.tags`.
  var name: String { "\(entity).\(property)" }
  /// `true` if a link is a row of its own.
  var isJoin: Bool { references.count > 1 }
  /// The SQL condition that a row has a link to a row that does not exist.
  var isDangling: String { references.map(\.isDangling).joined(separator: " OR ") }
}

extension StoreSchema {
  /// The relationships whose links are stored as keys, in the order of their entities and declarations. Those with a
  /// destination that is not described are left out.
  var storedRelationships: [StoredRelationship] {
    entities.flatMap { entity in
      entity.properties.compactMap { relationship(of: entity, $0) }
    }
  }

  private func relationship(
    of entity: EntityDescription, _ property: PropertyDescription
  ) -> StoredRelationship? {
    guard let relationship = property.relationship,
      let destination = self[relationship.destination]
    else { return nil }
    func stored(_ table: String, _ references: [StoredRelationship.Reference]) -> StoredRelationship
    {
      StoredRelationship(
        entity: entity.name, property: property.name, inverse: relationship.inverse, table: table,
        references: references)
    }
    func reference(_ column: String, to entity: EntityDescription) -> StoredRelationship.Reference {
      StoredRelationship.Reference(
        column: column, destination: entity.name, table: entity.table)
    }
    if let join = relationship.join {
      if !join.isSource { return nil }
      return stored(
        join.table, [reference("source", to: entity), reference("target", to: destination)])
    }
    guard property.isToOne, let column = property.column?.name else { return nil }
    return stored(entity.table, [reference(column, to: destination)])
  }
}
