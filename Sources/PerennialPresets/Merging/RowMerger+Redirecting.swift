import Perennial

// Redirects references and links from rows that are merged into other rows.

extension RowMerger {
  /// The new keys of one model's rows, by former key; nil for rows without a successor.
  typealias Moves = (layout: ModelLayout, to: [Int64: Int64?])

  /// Returns the keys that a required reference of a remaining row targets.
  func required(
    _ keys: Set<Int64>, of layout: ModelLayout, besides going: Set<Int64>
  ) throws -> Set<Int64> {
    var found: Set<Int64> = []
    for (owner, property) in references(to: try transaction.entity(layout))
    where property.isRequiredReference {
      guard let column = property.columnName.map(SQLName.quoted) else { continue }
      try connection.rows(
        """
        SELECT _pk, \(column) FROM \(SQLName.quoted(owner.layout.tableName)) \
        WHERE \(column) IN (SELECT value FROM json_each(?))
        """, [.keys(keys)]
      ) { row in
        let (key, target) = (row.int64(), row.int64())
        if !going.contains(key) { found.insert(target) }
      }
    }
    return found
  }

  /// Returns the rows that reference some rows by required one-to-one relationships. There is one element
  /// for each such relationship.
  func exclusiveOwners(
    of keys: Set<Int64>, _ layout: ModelLayout
  ) throws -> [(layout: ModelLayout, keys: Set<Int64>)] {
    try references(to: try transaction.entity(layout)).compactMap { owner, property in
      guard property.isRequiredReference,
        owner.layout.relationship(property.index)?.inverse?.isToOne == true,
        let column = property.columnName.map(SQLName.quoted)
      else { return nil }
      let owners = try connection.integers(
        """
        SELECT _pk FROM \(SQLName.quoted(owner.layout.tableName)) \
        WHERE \(column) IN (SELECT value FROM json_each(?))
        """, [.keys(keys)])
      return (owner.layout, Set(owners))
    }
  }

  private func references(
    to entity: CoordinatedEntity
  ) -> [(owner: CoordinatedEntity, property: PropertyLayout)] {
    transaction.storeEntities.flatMap { owner in
      owner.layout.ownProperties.compactMap { property in
        guard property.isToOne,
          owner.links.destinations[property.index].map({ transaction.entities[$0].links.root })
            == entity.links.root
        else { return nil }
        return (owner, property)
      }
    }
  }

  /// Deletes rows without cascading to the objects that they own: other rows own these now.
  func discard(_ keys: [Int64], of layout: ModelLayout) throws {
    if keys.isEmpty { return }
    let entity = try transaction.entity(layout)
    let condition = "_pk IN (SELECT value FROM json_each(?))"
    try transaction.history?.preserve(entity.entity, where: condition, [.keys(keys)])
    try connection.run(
      "DELETE FROM \(SQLName.quoted(layout.tableName)) WHERE \(condition)", [.keys(keys)])
    var event = ChangeSet()
    event.changes[layout.entityName, default: .init()].deleted = keys
    transaction.changes.add(event)
  }

  /// Redirects references and links from former rows to their successors.
  ///
  /// - Returns: The number of references and links.
  func redirect(_ moves: [Moves]) throws -> Int {
    var count = 0
    for (layout, goals) in moves where !goals.isEmpty {
      for (owner, property) in references(to: try transaction.entity(layout)) {
        count += try redirect(property, of: owner, goals)
      }
    }
    var tablesOfPairs: Set<String> = []
    for owner in transaction.storeEntities {
      for property in owner.layout.ownProperties {
        guard let relationship = owner.layout.relationship(property.index), relationship.isLeading,
          case .joinTable(let join) = relationship.storage,
          let destination = transaction.entities.destination(of: property, in: owner),
          tablesOfPairs.insert(join.name).inserted
        else { continue }
        func goals(_ end: CoordinatedEntity) throws -> [Int64: Int64?] {
          var all: [Int64: Int64?] = [:]
          for (layout, to) in moves
          where try transaction.entity(layout).links.root == end.links.root {
            all.merge(to) { first, _ in first }
          }
          return all
        }
        count += try redirect(
          join, relationship, owner, destination, goals(owner), goals(destination))
      }
    }
    return count
  }

  private func redirect(
    _ property: PropertyLayout, of owner: CoordinatedEntity, _ goals: [Int64: Int64?]
  ) throws -> Int {
    guard let column = property.columnName.map(SQLName.quoted) else { return 0 }
    let name = SQLName.quoted(owner.layout.tableName)
    var found: [(key: Int64, target: Int64)] = []
    try connection.rows(
      "SELECT _pk, \(column) FROM \(name) WHERE \(column) IN (SELECT value FROM json_each(?))",
      [.keys(goals.keys)]
    ) { found.append(($0.int64(), $0.int64())) }
    for (key, target) in found {
      guard let goal = goals[target] else { continue }
      try connection.run(
        "UPDATE \(name) SET \(column) = ? WHERE _pk = ?",
        [goal.map(SQLValue.integer) ?? .null, .integer(key)])
      transaction.changes.update(key, property.mask, owner)
      transaction.changes.redirect(from: target, to: goal ?? 0, property, owner)
    }
    // In a one-to-one relationship, only one of several rows keeps the reference. References that are not
    // optional stay unchanged.
    if owner.layout.relationship(property.index)?.inverse?.isToOne == true, !property.isOptional {
      return found.count
    }
    if owner.layout.relationship(property.index)?.inverse?.isToOne == true {
      let winners = SQLValue.keys(goals.values.compactMap(\.self))
      let emptied = try connection.integers(
        """
        UPDATE \(name) SET \(column) = NULL WHERE \(column) IN (SELECT value FROM json_each(?)) \
        AND _pk <> (SELECT min(o._pk) FROM \(name) AS o WHERE o.\(column) = \(name).\(column)) \
        RETURNING _pk
        """, [winners])
      for key in emptied { transaction.changes.update(key, property.mask, owner) }
    }
    return found.count
  }

  private func redirect(
    _ join: RelationshipLayout.JoinTable, _ relationship: RelationshipLayout,
    _ owner: CoordinatedEntity,
    _ destination: CoordinatedEntity, _ owners: [Int64: Int64?], _ targets: [Int64: Int64?]
  ) throws -> Int {
    if owners.isEmpty, targets.isEmpty { return 0 }
    struct Pair {
      let (owner, target, position, inversePosition): (Int64, Int64, Int64, Int64)
    }
    let name = SQLName.quoted(join.name)
    let condition = """
      \(join.owner) IN (SELECT value FROM json_each(?1)) \
      OR \(join.target) IN (SELECT value FROM json_each(?2))
      """
    let lists: [SQLValue] = [.keys(owners.keys), .keys(targets.keys)]
    var pairs: [Pair] = []
    try connection.rows(
      """
      SELECT \(join.owner), \(join.target), \(join.position), \(join.inversePosition) FROM \(name) \
      WHERE \(condition) ORDER BY \(join.position), \(join.target)
      """, lists
    ) { row in
      pairs.append(
        Pair(
          owner: row.int64(), target: row.int64(), position: row.int64(),
          inversePosition: row.int64()))
    }
    if pairs.isEmpty { return 0 }
    try connection.run("DELETE FROM \(name) WHERE \(condition)", lists)
    // These links do not count as deleted by the user.
    try connection.run(
      "DELETE FROM \(PresetTables.unlinked) WHERE links = ?3 AND (\(condition))",
      lists + [.text(join.name)])
    for pair in pairs {
      guard let newOwner = owners[pair.owner] ?? pair.owner,
        let newTarget = targets[pair.target] ?? pair.target
      else {
        note(pair.owner, pair.target, relationship, owner, destination)
        continue
      }
      try connection.run(
        """
        INSERT INTO \(name) (\(join.owner), \(join.target), \(join.position), \
        \(join.inversePosition)) VALUES (?, ?, ?, ?) ON CONFLICT (source, target) DO UPDATE SET \
        \(join.position) = min(\(join.position), excluded.\(join.position)), \
        \(join.inversePosition) = min(\(join.inversePosition), excluded.\(join.inversePosition))
        """,
        [
          .integer(newOwner), .integer(newTarget), .integer(pair.position),
          .integer(pair.inversePosition),
        ])
      note(newOwner, newTarget, relationship, owner, destination)
    }
    return pairs.count
  }

  func note(
    _ owner: Int64, _ target: Int64, _ relationship: RelationshipLayout,
    _ entity: CoordinatedEntity,
    _ destination: CoordinatedEntity
  ) {
    transaction.changes.update(owner, relationship.property.mask, entity)
    if let inverse = relationship.inverse {
      transaction.changes.update(target, inverse.mask, destination)
    }
  }
}
