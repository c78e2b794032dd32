import Perennial

/// A query for the objects of an object's to-many relationship.
struct LinkQuery {
  /// The name of the relationship.
  let name: String
  /// The entity of the objects.
  let destination: String
  /// The table of the links: a join table, or the table of the objects. Quoted, as all names here.
  let table: String
  /// The column with the key of the object that has the relationship.
  let own: String
  /// The column with the keys of the related objects.
  let other: String
  /// The column with the order keys; nil if the objects are in the order of their keys.
  let order: String?

  /// The SQL that returns the keys in the order of the collection. Its parameter is the key of the object.
  var sql: String {
    let terms = [order, other].compactMap(\.self).joined(separator: ", ")
    return "SELECT \(other) FROM \(table) WHERE \(own) = ? ORDER BY \(terms)"
  }

  /// Creates the query of a property. Nil for a property that isn't a to-many relationship, and if the table
  /// or column of the links is not described.
  init?(_ property: PropertyDescription, in schema: StoreSchema) {
    guard let relationship = property.relationship, relationship.isToMany else { return nil }
    name = property.name
    destination = relationship.destination
    if let join = relationship.join {
      table = SQLName.quoted(join.table)
      (own, other, order) =
        join.isSource ? ("source", "target", "position") : ("target", "source", "inverse_position")
      return
    }
    guard let destination = schema[relationship.destination],
      let inverse = schema.lineage(of: destination).flatMap(\.properties).last(where: {
        $0.name == relationship.inverse
      }), let column = inverse.column?.name
    else { return nil }
    table = SQLName.quoted(destination.table)
    own = SQLName.quoted(column)
    other = SQLName.quoted(SQLName.primaryKey)
    order = inverse.relationship?.position.map(SQLName.quoted)
  }
}

extension InspectedStore {
  /// Returns the queries for the to-many relationships of an entity, beginning with the inherited ones.
  func linkQueries(ofEntity name: String) -> [LinkQuery] {
    guard let entity = schema[name] else { return [] }
    return schema.lineage(of: entity).flatMap(\.properties).compactMap {
      LinkQuery($0, in: schema)
    }
  }

  /// Returns the to-many relationships of an object, with the keys of the related objects.
  func links(of row: InspectedRow, by queries: [LinkQuery]) throws -> [InspectedRow.Links] {
    var links: [InspectedRow.Links] = []
    for query in queries {
      var keys: [Int64] = []
      try database.rows(query.sql, [.integer(row.key)]) { row in
        if case .integer(let key) = row.value() { keys.append(key) }
      }
      links.append((query.name, keys))
    }
    return links
  }
}
