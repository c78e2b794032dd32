/// The stored form of one property of an entity.
package struct PropertyDescription: Codable, Hashable, Sendable {
  package let name: String
  /// The property's former name, from its declaration.
  package let originalName: String
  /// The first name that the property ever had in any version, as far as it is known. It never changes.
  package internal(set) var firstName: String
  package let isOptional: Bool
  package let hashModifier: String?
  /// The column with the value of an attribute or the key of a to-one relationship; nil for a to-many
  /// relationship.
  package let column: ColumnDescription?
  /// The stored form of an attribute's values; nil for a relationship.
  package let value: ValueDescription?
  package let relationship: RelationshipDescription?

  /// Creates the description of a stored property; nil for a property that is not stored.
  init?(_ property: PropertyLayout, of layout: ModelLayout) {
    name = property.name
    originalName = property.originalName
    firstName = property.originalName
    isOptional = property.isOptional
    hashModifier = property.attribute?.hashModifier ?? property.relationship?.hashModifier
    column = property.column.flatMap { column in
      property.columnName.map {
        ColumnDescription(name: $0, type: column.type, isNullable: column.isNullable)
      }
    }
    if property.isRelationship {
      guard let resolved = layout.relationship(property.index) else { return nil }
      value = nil
      relationship = RelationshipDescription(resolved)
    } else {
      guard let column else { return nil }
      value = ValueDescription(property, column.type)
      relationship = nil
    }
  }

  /// Creates the description of a property in a shared table. Its names are distinct from those of
  /// other classes, and its column is NULL in the rows of other classes.
  init(
    _ property: PropertyDescription, name: (String) -> String, isEverywhere: Bool,
    _ relationship: RelationshipDescription?
  ) {
    self.name = name(property.name)
    originalName = name(property.originalName)
    firstName = property.firstName
    isOptional = property.isOptional
    hashModifier = property.hashModifier
    column = property.column.map {
      ColumnDescription(name: $0.name, type: $0.type, isNullable: $0.isNullable || !isEverywhere)
    }
    value = property.value
    self.relationship = relationship
  }

  package var isAttribute: Bool { relationship == nil }
  package var isToOne: Bool { relationship?.isToMany == false }
  package var isToMany: Bool { relationship?.isToMany == true }

  /// A Boolean value that indicates whether NULL in the column represents NaN, and not an absent value.
  package var nullMeansNaN: Bool {
    isAttribute && !isOptional && column?.isNullable == true && column?.type == .real
  }
}

package struct ColumnDescription: Codable, Hashable, Sendable {
  package let name: String
  package let type: SQLType
  let isNullable: Bool

  package init(name: String, type: SQLType, isNullable: Bool) {
    self.name = name
    self.type = type
    self.isNullable = isNullable
  }
}

/// The stored form of a relationship.
package struct RelationshipDescription: Codable, Hashable, Sendable {
  /// The name of the entity at the other end.
  package let destination: String
  package let inverse: String?
  package let isToMany: Bool
  /// The column with the object's order key, beside the column of a to-one relationship with a to-many
  /// inverse.
  package let position: String?
  /// The join table of a to-many relationship that has one.
  package let join: JoinDescription?

  /// Creates the description of the same relationship with a hierarchy's table as its destination.
  init(_ relationship: RelationshipDescription, to destination: String, inverse: String?) {
    self.destination = destination
    self.inverse = inverse
    isToMany = relationship.isToMany
    position = relationship.position
    join = relationship.join
  }

  init(_ relationship: RelationshipLayout) {
    let property = relationship.property
    destination = relationship.destination.entityName
    inverse = relationship.inverse?.name
    isToMany = property.isToMany
    position =
      property.isToOne && relationship.inverse?.isToMany == true
      ? property.columnName.map(SQLName.position) : nil
    if case .joinTable(let join) = relationship.storage {
      self.join = JoinDescription(table: join.name, isSource: join.isSource)
    } else {
      join = nil
    }
  }
}

/// A join table, from the viewpoint of one relationship.
package struct JoinDescription: Codable, Hashable, Sendable {
  package let table: String
  /// A Boolean value that indicates whether the relationship's owner is in the `source` column, and not
  /// in the `target` column.
  package let isSource: Bool
}
