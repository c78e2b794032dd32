import Perennial

/// A link to an object that does not exist. A program that has foreign keys off can leave one.
struct DanglingLink: CustomStringConvertible {
  let relationship: StoredRelationship
  /// The entity of the row that has the link.
  let entity: String
  /// The key of that row, or the keys of both ends of a row of a join table.
  let keys: [Int64]
  /// The keys that no row has, with the entities that they should be of.
  let missing: [(destination: String, key: Int64)]

  var description: String {
    let names = missing.map(\.destination).map { name in
      "AEIOU".contains(name.prefix(1).uppercased()) ? "an \(name)" : "a \(name)"
    }.joined(separator: " and ")
    let references = "references \(names) that \(missing.count == 1 ? "does" : "do") not exist"
    let own = keys.map(String.init).joined(separator: " to ")
    if relationship.isJoin {
      return "the link of \(relationship.table) from \(own) \(references)"
    }
    let value = missing.map { "\($0.key)" }.joined()
    return "\(entity) \(own) \(references): \(relationship.property) is \(value)"
  }
}

extension InspectedStore {
  /// Returns `true` if the file has the tables and the columns of a relationship.
  func stores(_ relationship: StoredRelationship) throws -> Bool {
    let columns = Set(try columns(of: relationship.table).map(\.name))
    return try relationship.references.allSatisfy {
      columns.contains($0.column) ? try hasTable($0.table) : false
    }
  }

  /// Returns the number of dangling links of a relationship.
  func countDanglingLinks(of relationship: StoredRelationship) throws -> Int {
    let table = SQLName.quoted(relationship.table)
    return Int(
      try database.integer("SELECT count(*) FROM \(table) WHERE \(relationship.isDangling)") ?? 0)
  }

  /// Passes each dangling link of a relationship to a closure, in the order of the keys.
  func danglingLinks(
    of relationship: StoredRelationship, _ body: (DanglingLink) throws -> Void
  ) throws {
    let table = relationship.table
    let keys = relationship.isJoin ? relationship.references.map(\.column) : [SQLName.primaryKey]
    let entity =
      schema.isShared(table) ? SQLName.entity : SQLName.literal(relationship.entity)
    let ends = relationship.references.flatMap { [SQLName.quoted($0.column), $0.isDangling] }
    try database.rows(
      """
      SELECT \(SQLName.list(keys)), \(entity), \(ends.joined(separator: ", ")) \
      FROM \(SQLName.quoted(table)) WHERE \(relationship.isDangling) ORDER BY \(SQLName.list(keys))
      """
    ) { row in
      let own = keys.map { _ in row.int64() }
      let entity = row.string()
      var missing: [(destination: String, key: Int64)] = []
      for reference in relationship.references {
        let (key, isDangling) = (row.int64(), row.int64() == 1)
        if isDangling { missing.append((reference.destination, key)) }
      }
      try body(
        DanglingLink(relationship: relationship, entity: entity, keys: own, missing: missing))
    }
  }
}
