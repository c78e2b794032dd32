import Foundation

/// The table of an entity, and the columns of its properties in it.
struct EntityLayout {
  let entity: StoredModel.Entity
  /// The number of the entity in the file.
  let number: Int64
  /// The table of the entity's hierarchy.
  let table: String
  /// The attributes with columns, in the order of the model.
  let attributes: [AttributeLayout]
  /// The relationships, in the order of the model.
  let relationships: [RelationshipLayout]
}

/// The columns of an attribute.
struct AttributeLayout {
  let attribute: StoredModel.Attribute
  /// The column of a leaf; nil for a composite.
  let column: String?
  /// The layouts of a composite's elements.
  let elements: [AttributeLayout]

  /// The columns of the leaves, depth first.
  var columns: [String] { (column.map { [$0] } ?? []) + elements.flatMap(\.columns) }
}

/// The place of a relationship's references.
struct RelationshipLayout {
  let relationship: StoredModel.Relationship
  let storage: Storage

  enum Storage: Hashable {
    /// A column of the owner's table has the key of the referenced object. If the destination has subentities, a second
    /// column has the number of the object's entity.
    case toOne(column: String, entityColumn: String?)
    /// A column in the table of the referenced objects has the owner's key; another one has their order.
    case children(table: String, column: String, orderColumn: String?)
    /// A join table has the keys of both.
    case joinTable(JoinTable)
  }

  struct JoinTable: Hashable {
    let table: String
    /// The column with the key of the object that has the relationship.
    let ownerColumn: String
    /// The column with the key of the referenced object.
    let targetColumn: String
    let orderColumn: String?
  }
}
