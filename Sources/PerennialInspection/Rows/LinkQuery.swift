import Perennial

/// A query for the objects of an object's to-many relationship.
struct LinkQuery {
  /// The name of the relationship.
  let name: String
  /// The SQL that returns the keys in the order of the collection. Its parameter is the key of the object.
  let sql: String

  /// Creates the query of a property. Nil for a property that isn't a to-many relationship, and if the table
  /// or column of the links is not described.
  init?(_ property: PropertyDescription, in schema: StoreSchema) {
    guard let relationship = property.relationship, relationship.isToMany else { return nil }
    name = property.name
    if let join = relationship.join {
      let (own, other, order) =
        join.isSource ? ("source", "target", "position") : ("target", "source", "inverse_position")
      sql = """
        SELECT \(other) FROM \(SQLName.quoted(join.table)) WHERE \(own) = ? \
        ORDER BY \(order), \(other)
        """
      return
    }
    guard let destination = schema[relationship.destination],
      let inverse = schema.lineage(of: destination).flatMap(\.properties).last(where: {
        $0.name == relationship.inverse
      }), let column = inverse.column?.name
    else { return nil }
    let key = SQLName.quoted(SQLName.primaryKey)
    let order = ([inverse.relationship?.position].compactMap(\.self).map(SQLName.quoted) + [key])
      .joined(separator: ", ")
    sql = """
      SELECT \(key) FROM \(SQLName.quoted(destination.table)) WHERE \(SQLName.quoted(column)) = ? \
      ORDER BY \(order)
      """
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
