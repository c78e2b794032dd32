/// The descriptions of several entities that refer to each other: the schema of a file or of a program.
struct SchemaDescription {
  let entities: [EntityDescription]
  private let byName: [String: EntityDescription]

  init(_ entities: [EntityDescription]) {
    self.entities = entities
    byName = Dictionary(first: entities.map { ($0.name, $0) })
  }

  subscript(_ name: String) -> EntityDescription? { byName[name] }

  /// Returns the inverse of a relationship: its entity and its property.
  func inverse(
    of property: PropertyDescription
  ) -> (entity: EntityDescription, property: PropertyDescription)? {
    guard let relationship = property.relationship, let name = relationship.inverse,
      let entity = self[relationship.destination], let inverse = entity.property(named: name)
    else { return nil }
    return (entity, inverse)
  }

  /// Returns the storage of a relationship's links; nil if it has none.
  func links(of property: PropertyDescription, in entity: EntityDescription) -> LinkStorage? {
    guard let relationship = property.relationship else { return nil }
    let inverse = inverse(of: property)
    if property.isToOne, let column = property.column?.name {
      // A one-to-one relationship is stored at both ends.
      let twin = inverse.flatMap { inverse in
        inverse.property.isToOne
          ? inverse.property.column.map { "\(inverse.entity.name).\($0.name)" } : nil
      }
      return LinkStorage(
        place: .column(table: entity.table, column, position: relationship.position),
        edge: [twin, "\(entity.name).\(column)"].compactMap(\.self).min() ?? column
      )
    }
    if let join = relationship.join {
      return LinkStorage(
        place: .join(
          join,
          isSymmetric: relationship.inverse == property.name
            && relationship.destination == entity.name
        ),
        edge: join.table
      )
    }
    guard let inverse, let column = inverse.property.column?.name else { return nil }
    return LinkStorage(
      place: .inverseColumn(
        table: inverse.entity.table,
        column,
        position: inverse.property.relationship?.position
      ),
      edge: "\(inverse.entity.name).\(column)"
    )
  }
}

/// The storage of a relationship's links, seen from one end.
struct LinkStorage: Equatable {
  enum Location: Equatable {
    case column(table: String, String, position: String?)
    case inverseColumn(table: String, String, position: String?)
    case join(JoinDescription, isSymmetric: Bool)
  }

  let place: Location
  /// The name of the relationship, which is the same for both directions.
  let edge: String

  /// `true` if each link is stored twice, once for each direction.
  var isSymmetric: Bool {
    if case .join(_, let isSymmetric) = place { isSymmetric } else { false }
  }

  /// Returns a query for the links, with the columns `owner`, `related`, `place` and `inverse_place`. `place`
  /// is the related object's order key among those of the owner. `inverse_place` is the owner's order key
  /// among those of the related object.
  func query(isReversed: Bool) -> String {
    let (owner, related, place, inversePlace, table, condition) = parts
    let columns =
      isReversed
      ? [related, owner, inversePlace, place] : [owner, related, place, inversePlace]
    let list = zip(columns, ["owner", "related", "place", "inverse_place"]).map {
      "\($0) AS \($1)"
    }
    return "SELECT \(list.joined(separator: ", ")) FROM \(table)\(condition)"
  }

  private var parts: (String, String, String, String, table: String, condition: String) {
    switch self.place {
    case .column(let table, let column, let position):
      let column = SQLName.quoted(column)
      return (
        "_pk", column, "0", position.map(SQLName.quoted) ?? "0", SQLName.quoted(table),
        " WHERE \(column) IS NOT NULL"
      )
    case .inverseColumn(let table, let column, let position):
      let column = SQLName.quoted(column)
      return (
        column, "_pk", position.map(SQLName.quoted) ?? "0", "0", SQLName.quoted(table),
        " WHERE \(column) IS NOT NULL"
      )
    case .join(let join, _):
      let table = SQLName.quoted(join.table)
      return join.isSource
        ? ("source", "target", "position", "inverse_position", table, "")
        : ("target", "source", "inverse_position", "position", table, "")
    }
  }
}
