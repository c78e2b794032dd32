import PerennialInspection

/// A line between two entities in the diagram of a schema.
struct SchemaEdge: Sendable {
  /// The end of a line at an entity.
  struct End: Sendable {
    let entity: String
    /// The property at which the line ends; nil for the head of the box.
    let property: String?
    /// `true` if several objects of the entity can be related.
    let isMany: Bool
  }

  let from: End
  let to: End
  /// `true` if the first entity inherits from the second one.
  var isInheritance = false

  /// Returns the relationships and the inheritance of entities. A relationship and its inverse are one line.
  static func all(of entities: [EntityDetails]) -> [SchemaEdge] {
    let names = Set(entities.map(\.name))
    var edges: [SchemaEdge] = []
    var drawn: Set<[String]> = []
    for entity in entities {
      if let superentity = entity.superentity, names.contains(superentity) {
        edges.append(
          SchemaEdge(
            from: End(entity: entity.name, property: nil, isMany: false),
            to: End(entity: superentity, property: nil, isMany: false), isInheritance: true))
      }
      for property in entity.properties where entity.declared.contains(property.name) {
        guard let relationship = property.relationship, names.contains(relationship.destination),
          !drawn.contains([entity.name, property.name])
        else { continue }
        var isManyAtStart = false
        if let inverse = relationship.inverse {
          drawn.insert([relationship.destination, inverse])
          let other = entities.first { $0.name == relationship.destination }?.properties
          isManyAtStart =
            other?.first { $0.name == inverse }?.relationship?.isToMany ?? false
        }
        edges.append(
          SchemaEdge(
            from: End(entity: entity.name, property: property.name, isMany: isManyAtStart),
            to: End(
              entity: relationship.destination, property: relationship.inverse,
              isMany: relationship.isToMany)))
      }
    }
    return edges
  }
}
