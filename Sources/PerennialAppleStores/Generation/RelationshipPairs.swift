/// The relationships of a model with their inverses, as source text can name them.
///
/// One side of a pair names the other one. The compiler refuses two that name each other.
struct RelationshipPairs {
  private let model: StoredModel
  /// The inverses that a model cannot declare, and those that a program infers although the file has none.
  private(set) var remarks: [String] = []

  init(of model: StoredModel) {
    self.model = model
    for entity in model.entities {
      for relationship in declared(by: entity) {
        let name = SwiftText.literal("\(entity.name).\(relationship.name)")
        if let inverse = relationship.inverse {
          if self.inverse(of: relationship, in: entity) == nil {
            remarks.append(
              "\(name): its inverse \(SwiftText.literal(inverse)) is not the other end of a pair in the source."
            )
          }
        } else if inferredInverse(of: relationship, in: entity) != nil {
          remarks.append(
            "\(name): has no inverse in the file, but the class \(SwiftText.literal(relationship.destination)) has a "
              + "relationship that becomes its inverse.")
        }
      }
    }
  }

  /// Returns the relationships that an entity does not inherit.
  private func declared(by entity: StoredModel.Entity) -> [StoredModel.Relationship] {
    let inherited = entity.superentity.flatMap { model[$0] }
    return entity.relationships.filter { inherited?.relationship($0.name) == nil }
  }

  /// Returns the inverse of a relationship that an entity declares. Nil if there is none, if it is inherited, or if it is
  /// the inverse of another one.
  func inverse(
    of relationship: StoredModel.Relationship, in entity: StoredModel.Entity
  ) -> StoredModel.Relationship? {
    guard let name = relationship.inverse, let destination = model[relationship.destination],
      let inverse = declared(by: destination).first(where: { $0.name == name }),
      inverse.destination == entity.name, inverse.inverse == relationship.name
    else { return nil }
    // A relationship cannot name itself.
    return destination.name == entity.name && name == relationship.name ? nil : inverse
  }

  /// Returns the inverse that the source of a relationship names: the collection does, or else the first in the order of
  /// names. Nil for the other side.
  func namedInverse(
    of relationship: StoredModel.Relationship, in entity: StoredModel.Entity
  ) -> String? {
    guard let inverse = inverse(of: relationship, in: entity) else { return nil }
    let isFirst =
      relationship.isToMany == inverse.isToMany
      ? (entity.name, relationship.name) < (relationship.destination, inverse.name)
      : relationship.isToMany
    return isFirst ? inverse.name : nil
  }

  /// Returns the inverse that a relationship has in a program although the source names none: both classes have one
  /// relationship to the other without an inverse, and one of these is not a collection. Nil if there is none.
  func inferredInverse(
    of relationship: StoredModel.Relationship, in entity: StoredModel.Entity
  ) -> StoredModel.Relationship? {
    guard let destination = model[relationship.destination],
      inverse(of: relationship, in: entity) == nil
    else { return nil }
    func lonely(
      _ from: StoredModel.Entity, _ to: StoredModel.Entity
    ) -> [StoredModel.Relationship] {
      declared(by: from).filter { $0.destination == to.name && inverse(of: $0, in: from) == nil }
    }
    let here = lonely(entity, destination)
    let there = lonely(destination, entity).filter {
      entity.name != destination.name || $0.name != relationship.name
    }
    guard there.count == 1, let other = there.first,
      entity.name == destination.name || here.count == 1,
      !(relationship.isToMany && other.isToMany)
    else { return nil }
    return other
  }
}
