/// An object of a store: the values of its attributes, and the references of its to-one relationships.
///
/// ```swift
/// for row in try appleStore.rows(of: "Book", limit: 10) { print(row.key, row["title"] ?? .null) }
/// ```
public struct AppleRow: Hashable, Sendable {
  /// The name of the object's entity. It is never abstract.
  public let entity: String
  /// The primary key of the object's row. It is unique in the hierarchy of the entity.
  public let key: Int64
  /// The number of times that the object was saved.
  public let saveCount: Int64
  /// The attributes and their values, in the order of the model.
  public let values: [AppleValue.Field]
  /// The to-one relationships: ``AppleValue/reference(_:)``, or ``AppleValue/null``. In the order of the model.
  public let references: [AppleValue.Field]

  /// Creates a value; for tests, which write stores.
  package init(
    entity: String, key: Int64, saveCount: Int64, values: [AppleValue.Field],
    references: [AppleValue.Field]
  ) {
    self.entity = entity
    self.key = key
    self.saveCount = saveCount
    self.values = values
    self.references = references
  }

  /// The value of an attribute or of a to-one relationship; nil if the entity has none of this name.
  public subscript(_ property: String) -> AppleValue? {
    (values.first { $0.name == property } ?? references.first { $0.name == property })?.value
  }
}

/// A reference of a to-many relationship.
public struct AppleLink: Hashable, Sendable {
  /// The primary key of the object that has the relationship.
  public let owner: Int64
  /// The referenced object.
  public let target: AppleReference
  /// The number by which the references of an owner are ordered. Nil if they have no order.
  public let position: Int64?
  /// `true` if the file has no row for the referenced object.
  public let isDangling: Bool

  /// Creates a value; for tests, which write stores.
  package init(owner: Int64, target: AppleReference, position: Int64?, isDangling: Bool) {
    self.owner = owner
    self.target = target
    self.position = position
    self.isDangling = isDangling
  }
}
