/// How a store's file keeps one property of an entity.
package struct PropertyDescription: Codable, Equatable, Sendable {
  package let name: String
  /// The name that the property had before, as its declaration says.
  package let originalName: String
  package let isOptional: Bool
  package let hashModifier: String?
  /// The property's own column; see ``valueColumn``.
  package let column: ColumnDescription?
  /// What the column of an attribute holds.
  package let value: ValueDescription?
  package let relationship: RelationshipDescription?

  /// The description of a stored property; nil for one that is not stored.
  init?(_ property: PropertyLayout, of layout: ModelLayout) {
    name = property.name
    originalName = property.originalName
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

  /// The property of a class that shares its table: with names that tell it from those of others, and
  /// a column that is NULL in their rows.
  init(
    _ property: PropertyDescription, name: (String) -> String, isEverywhere: Bool,
    _ relationship: RelationshipDescription?
  ) {
    self.name = name(property.name)
    originalName = name(property.originalName)
    isOptional = property.isOptional
    hashModifier = property.hashModifier
    column = property.column.map {
      ColumnDescription(name: $0.name, type: $0.type, isNullable: $0.isNullable || !isEverywhere)
    }
    value = property.value
    self.relationship = relationship
  }

  /// The same property with a column.
  init(_ property: PropertyDescription, column: ColumnDescription) {
    name = property.name
    originalName = property.originalName
    isOptional = property.isOptional
    hashModifier = property.hashModifier
    self.column = column
    value = property.value
    relationship = property.relationship
  }

  package var isAttribute: Bool { relationship == nil }
  package var isToOne: Bool { relationship?.isToMany == false }
  package var isToMany: Bool { relationship?.isToMany == true }

  /// The column with the value of an attribute or the key of a to-one relationship. In files of earlier
  /// versions an optional to-many relationship has a column too, which means nothing.
  package var valueColumn: ColumnDescription? { isToMany ? nil : column }

  /// Whether NULL in the column is a value, NaN, and not the absence of one.
  package var nullMeansNaN: Bool {
    isAttribute && !isOptional && column?.isNullable == true && column?.type == .real
  }
}

package struct ColumnDescription: Codable, Equatable, Sendable {
  package let name: String
  package let type: SQLType
  package let isNullable: Bool

  package init(name: String, type: SQLType, isNullable: Bool) {
    self.name = name
    self.type = type
    self.isNullable = isNullable
  }
}

/// How a relationship is kept.
package struct RelationshipDescription: Codable, Equatable, Sendable {
  /// The name of the entity at the other end.
  package let destination: String
  package let inverse: String?
  package let isToMany: Bool
  /// The column with the object's place among its siblings, beside the column of a to-one
  /// relationship whose inverse is to-many.
  package let position: String?
  /// The table of pairs, of a to-many relationship that has one.
  package let join: JoinDescription?

  /// The same relationship to the table of a hierarchy.
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
      self.join = JoinDescription(table: join.name, isSource: join.owner == "source")
    } else {
      join = nil
    }
  }
}

/// A table of pairs, as one end sees it.
package struct JoinDescription: Codable, Equatable, Sendable {
  package let table: String
  /// Whether the relationship's owner is the `source` of the pairs, and not their `target`.
  package let isSource: Bool
}
