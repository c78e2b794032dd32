import Perennial

extension StoreVerification {
  /// Checks that both ends agree of one-to-one relationships, which are stored at both ends, and both
  /// directions of relationships that are their own inverse.
  mutating func checkRelationships(_ tables: Set<String>) throws {
    var seen: Set<String> = []
    for entity in schema.entities {
      for property in entity.properties {
        guard let relationship = property.relationship, let inverseName = relationship.inverse,
          let other = schema[relationship.destination],
          let inverse = other.property(named: inverseName)
        else { continue }
        let ends = ["\(entity.name).\(property.name)", "\(other.name).\(inverseName)"].sorted()
        let name = ends.joined(separator: " and ")
        guard seen.insert(name).inserted else { continue }
        if property.isToOne, inverse.isToOne, let column = property.column?.name,
          let inverseColumn = inverse.column?.name,
          tables.contains(entity.table), tables.contains(other.table)
        {
          try checkPairs(
            name, in: entity.table, column: column, and: other.table, inverse: inverseColumn)
        }
        if let join = relationship.join, other.name == entity.name, inverseName == property.name,
          tables.contains(join.table)
        {
          try checkSymmetry(of: join.table, name)
        }
      }
    }
  }

  private mutating func checkPairs(
    _ name: String, in table: String, column: String, and other: String, inverse: String
  ) throws {
    for (from, reference, to, back) in [
      (table, column, other, inverse), (other, inverse, table, column),
    ] {
      let rows = try database.values(
        """
        SELECT a._pk FROM \(SQLName.quoted(from)) AS a JOIN \(SQLName.quoted(to)) AS b \
        ON b._pk = a.\(SQLName.quoted(reference)) \
        WHERE b.\(SQLName.quoted(back)) IS NOT a._pk ORDER BY 1
        """)
      for row in rows {
        result.add(
          .relationship,
          "\(name): \(from) \(row[0]) references an object that does not reference it back")
      }
    }
  }

  private mutating func checkSymmetry(of table: String, _ name: String) throws {
    let table = SQLName.quoted(table)
    let rows = try database.values(
      """
      SELECT a.source, a.target FROM \(table) AS a WHERE NOT EXISTS \
      (SELECT 1 FROM \(table) AS b WHERE b.source = a.target AND b.target = a.source) ORDER BY 1, 2
      """)
    for row in rows {
      result.add(.relationship, "\(name): \(row[0]) has \(row[1]), but the inverse is missing")
    }
  }
}
