import Perennial
import PerennialSQLite

// The rows that duplicates become: their values and their links.

extension PlanExecutor {
  func write(_ update: PresetPlan.RowUpdate) throws {
    let entity = try transaction.entity(update.layout)
    let name = SQLName.quoted(update.layout.tableName)
    for (property, value) in update.values {
      guard let column = property.columnName.map(SQLName.quoted) else { continue }
      let condition = property.isToOne ? " AND \(column) IS NOT ?1" : ""
      let statement = try connection.statement(
        "UPDATE \(name) SET \(column) = ?1 WHERE _pk = ?2\(condition)")
      try connection.run(statement) { binder in
        binder.bind(value, of: property)
        binder.bind(update.key)
      }
      if property.isToOne, let target = value.key, sqlite3_changes(connection.handle) > 0 {
        transaction.changes.redirect(from: 0, to: target, property, entity)
        try transaction.pair(property, of: update.key, with: target, entity)
      }
    }
    if let metadata = update.metadata {
      try transaction.write(metadata, to: update.key, of: entity)
    }
    transaction.changes.update(update.key, mask: .all, of: entity)
  }

  func write(_ members: PresetPlan.Members) throws {
    let entity = try transaction.entity(members.layout)
    guard let relationship = members.layout.relationship(members.property.index),
      case .joinTable(let join) = relationship.storage,
      let destination = transaction.entities.destination(of: members.property, in: entity)
    else { return }
    let (name, owner) = (SQLName.quoted(join.name), SQLValue.integer(members.key))
    let rows = SQLName.quoted(destination.layout.tableName)
    let removed = try connection.integers(
      """
      DELETE FROM \(name) WHERE \(join.owner) = ? AND \(join.target) NOT IN \
      (SELECT _pk FROM \(rows) WHERE _pk IN (SELECT value FROM json_each(?))) \
      RETURNING \(join.target)
      """, [owner, .keys(members.targets)])
    var orderKey = OrderKeyGenerator.reserve(Int64(members.targets.count) * 2)
    var linked: [Int64] = []
    for target in members.targets {
      try noteNewLink(from: members.key, to: target, in: join)
      linked += try connection.integers(
        """
        INSERT INTO \(name) (\(join.owner), \(join.target), \(join.position), \
        \(join.inversePosition)) SELECT ?1, _pk, ?3, ?4 FROM \(rows) WHERE _pk = ?2 \
        ON CONFLICT (source, target) DO UPDATE SET \(join.position) = ?3 RETURNING \(join.target)
        """, [owner, .integer(target), .integer(orderKey), .integer(orderKey + 1)])
      orderKey += 2
    }
    for target in linked where members.ofCatalog.contains(target) {
      try connection.run(
        """
        UPDATE \(name) SET \(SQLName.preset) = 1 WHERE \(join.owner) = ? AND \(join.target) = ?
        """, [owner, .integer(target)])
    }
    for target in removed + linked {
      noteLink(
        from: members.key, to: target, along: relationship, of: entity, destination: destination)
    }
  }

  /// Notes a link of a duplicate that the object will have, and has not had before. Sync sends it as the user's.
  func noteNewLink(
    from owner: Int64, to target: Int64, in join: RelationshipLayout.JoinTable
  ) throws {
    let isKnown = try connection.hasRow(
      """
      SELECT 1 FROM \(SQLName.quoted(join.name)) WHERE \(join.owner) = ? AND \(join.target) = ?
      """, [.integer(owner), .integer(target)])
    if isKnown { return }
    let (source, target) = join.owner == "source" ? (owner, target) : (target, owner)
    newLinks.append((join.name, .init(source: source, target: target)))
  }

  /// Notes the new links that the rows have in the end, without those of the catalog.
  func noteNewLinks() throws {
    for (table, pair) in newLinks {
      let hasOrigins = try PresetTables.hasColumn(SQLName.preset, of: table, on: connection)
      let isOfUser = try connection.hasRow(
        """
        SELECT 1 FROM \(SQLName.quoted(table)) WHERE source = ? AND target = ? \
        \(hasOrigins ? "AND \(SQLName.preset) IS NULL" : "")
        """, [.integer(pair.source), .integer(pair.target)])
      if isOfUser { transaction.changes.link(pair.source, pair.target, in: table) }
    }
    newLinks = []
  }

  /// Notes that a link has changed, for the objects at both ends.
  func noteLink(
    from owner: Int64, to target: Int64, along relationship: RelationshipLayout,
    of entity: ContainerEntity, destination: ContainerEntity
  ) {
    transaction.changes.update(owner, mask: relationship.property.mask, of: entity)
    if let inverse = relationship.inverse {
      transaction.changes.update(target, mask: inverse.mask, of: destination)
    }
  }
}
