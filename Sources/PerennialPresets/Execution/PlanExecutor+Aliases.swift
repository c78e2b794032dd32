import Perennial

// Rows that are merged into other rows: their deletion, and the references and links to them.

extension PlanExecutor {
  /// Deletes the former rows of an alias. Does not cascade to the objects that they own, which the other row
  /// owns now.
  func discard(_ alias: PresetPlan.Alias) throws {
    let entity = try transaction.entity(alias.layout)
    let (condition, keys) = ("_pk IN (SELECT value FROM json_each(?))", SQLValue.keys(alias.former))
    try transaction.history?.preserve(entity.table, where: condition, [keys])
    try connection.run(
      "DELETE FROM \(SQLName.quoted(alias.layout.tableName)) WHERE \(condition)", [keys])
    var event = ChangeSet()
    event.changes[alias.layout.entityName, default: .init()].deleted = alias.former
    transaction.changes.add(event)
  }

  /// Redirects the references and links to former rows.
  ///
  /// - Returns: The number of references and links.
  func redirect(_ aliases: [PresetPlan.Alias]) throws -> Int {
    if aliases.isEmpty { return 0 }
    var count = 0
    var goals: [Int: [Int64: Int64?]] = [:]
    var imported: [Int64: Int64] = [:]
    for alias in aliases {
      let entity = try transaction.entity(alias.layout)
      for (owner, property) in transaction.references(to: entity) {
        count += try redirect(property, of: owner, alias)
      }
      for key in alias.former {
        goals[entity.links.root, default: [:]].updateValue(alias.key, forKey: key)
        imported[key] = alias.key
      }
    }
    try ImportTables.redirect(imported, on: connection)
    var seen: Set<String> = []
    for owner in transaction.storeEntities {
      for property in owner.layout.ownProperties {
        guard let relationship = owner.layout.relationship(property.index), relationship.isLeading,
          case .joinTable(let join) = relationship.storage, seen.insert(join.name).inserted,
          let destination = transaction.entities.destination(of: property, in: owner)
        else { continue }
        let ends = (goals[owner.links.root] ?? [:], goals[destination.links.root] ?? [:])
        for pair in try redirect(join, owners: ends.0, targets: ends.1) {
          noteLink(
            from: pair.owner, to: pair.target, along: relationship, of: owner,
            destination: destination)
          count += 1
        }
      }
    }
    return count
  }

  private func redirect(
    _ property: PropertyLayout, of owner: ContainerEntity, _ alias: PresetPlan.Alias
  ) throws -> Int {
    guard let column = property.columnName.map(SQLName.quoted) else { return 0 }
    let name = SQLName.quoted(owner.layout.tableName)
    let goal = alias.key.map(SQLValue.integer) ?? .null
    let redirected = try connection.integers(
      """
      UPDATE \(name) SET \(column) = ? WHERE \(column) IN (SELECT value FROM json_each(?)) \
      RETURNING _pk
      """, [goal, .keys(alias.former)])
    for key in redirected {
      transaction.changes.update(key, mask: property.mask, of: owner)
      transaction.changes.redirect(from: 0, to: alias.key ?? 0, property, owner)
    }
    // In a one-to-one relationship, only one of several rows keeps the reference. References that are not
    // optional stay unchanged.
    if property.isOptional, owner.layout.relationship(property.index)?.inverse?.isToOne == true {
      let emptied = try connection.integers(
        """
        UPDATE \(name) SET \(column) = NULL WHERE \(column) = ?1 \
        AND _pk <> (SELECT min(_pk) FROM \(name) WHERE \(column) = ?1) RETURNING _pk
        """, [goal])
      for key in emptied { transaction.changes.update(key, mask: property.mask, of: owner) }
    }
    return redirected.count
  }

  private struct Pair {
    let (owner, target, position, inversePosition): (Int64, Int64, Int64, Int64)
  }

  /// Redirects the links at both ends of a join table. Of several links that become one, the first places
  /// count.
  ///
  /// - Returns: The new links, and the former ones of rows without a successor.
  private func redirect(
    _ join: RelationshipLayout.JoinTable, owners: [Int64: Int64?], targets: [Int64: Int64?]
  ) throws -> [Pair] {
    if owners.isEmpty, targets.isEmpty { return [] }
    let name = SQLName.quoted(join.name)
    let condition = """
      \(join.owner) IN (SELECT value FROM json_each(?1)) \
      OR \(join.target) IN (SELECT value FROM json_each(?2))
      """
    let ends: [SQLValue] = [.keys(owners.keys), .keys(targets.keys)]
    let columns = "\(join.owner), \(join.target), \(join.position), \(join.inversePosition)"
    let pairs = try connection.map("SELECT \(columns) FROM \(name) WHERE \(condition)", ends) {
      row in
      Pair(
        owner: row.int64(), target: row.int64(), position: row.int64(),
        inversePosition: row.int64())
    }
    if pairs.isEmpty { return [] }
    try connection.run("DELETE FROM \(name) WHERE \(condition)", ends)
    // These links do not count as deleted by the user.
    try connection.run(
      "DELETE FROM \(PresetTables.unlinked) WHERE links = ?3 AND (\(condition))",
      ends + [.text(join.name)])
    return try pairs.map { pair in
      guard let owner = owners[pair.owner] ?? pair.owner,
        let target = targets[pair.target] ?? pair.target
      else { return pair }
      let (position, inversePosition) = (pair.position, pair.inversePosition)
      try noteNewLink(from: owner, to: target, in: join)
      try connection.run(
        """
        INSERT INTO \(name) (\(columns)) VALUES (?, ?, ?, ?) ON CONFLICT (source, target) DO UPDATE SET \
        \(join.position) = min(\(join.position), excluded.\(join.position)), \
        \(join.inversePosition) = min(\(join.inversePosition), excluded.\(join.inversePosition))
        """,
        [.integer(owner), .integer(target), .integer(position), .integer(inversePosition)])
      return Pair(
        owner: owner, target: target, position: position, inversePosition: inversePosition)
    }
  }
}
