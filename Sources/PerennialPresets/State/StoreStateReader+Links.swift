import Perennial

// The links of presets, and what keeps presets that no catalog has.

extension StoreStateReader {
  /// Reads the join tables of a catalog's entities, each with the relationship that leads it.
  func joinTables(of contents: CatalogContents) throws -> [StoreState.JoinTable] {
    var seen: Set<String> = []
    var found: [StoreState.JoinTable] = []
    let names = Set(contents.entities.map(\.layout.entityName))
    for entity in transaction.storeEntities {
      guard names.contains(entity.layout.entityName) else { continue }
      for relationship in entity.layout.relationships.values.sorted(by: {
        $0.property.index < $1.property.index
      }) {
        guard case .joinTable(let join) = relationship.storage, relationship.isLeading,
          seen.insert(join.name).inserted
        else { continue }
        found.append(try joinTable(join, of: relationship, in: entity.layout))
      }
    }
    return found
  }

  private func joinTable(
    _ join: RelationshipLayout.JoinTable, of relationship: RelationshipLayout,
    in layout: ModelLayout
  ) throws -> StoreState.JoinTable {
    var table = StoreState.JoinTable(
      name: join.name, layout: layout, property: relationship.property,
      isSymmetric: relationship.isSymmetric, isSource: join.owner == "source",
      inverse: relationship.inverse, destination: relationship.destination)
    try connection.rows(
      """
      SELECT source, target, ifnull(\(SQLName.preset), 0) FROM \(SQLName.quoted(join.name)) \
      WHERE \(join.owner) < 0
      """
    ) { row in
      let pair = StoreState.JoinTable.Pair(source: row.int64(), target: row.int64())
      table.links[pair] = .init(rawValue: row.int64()) ?? .catalog
    }
    try connection.rows(
      """
      SELECT source, target, \(PresetTables.isOffered) FROM \(PresetTables.unlinked) \
      WHERE links = ?
      """, [.text(join.name)]
    ) { row in
      table.deleted[.init(source: row.int64(), target: row.int64())] = row.int64() != 0
    }
    return table
  }

  // MARK: Ties

  /// Finds the rows that may keep presets that no catalog has.
  ///
  /// Complexity: O(*r*) queries for *r* relationships of the store.
  func ties(of presets: [StoreState.Other]) throws -> [StoreState.Tie] {
    var ties: [StoreState.Tie] = []
    for (name, presets) in Dictionary(grouping: presets, by: \.layout.entityName) {
      let entity = try transaction.entity(named: name)
      let keys = SQLValue.keys(presets.map(\.key))
      for owner in transaction.storeEntities {
        for property in owner.layout.ownProperties {
          guard let relationship = owner.layout.relationship(property.index),
            entity.layout.isKind(of: relationship.destination)
          else { continue }
          try addInbound(relationship, of: owner.layout, to: entity.layout, keys: keys, into: &ties)
        }
      }
      for relationship in entity.layout.relationships.values {
        try addOutbound(relationship, of: entity.layout, keys: keys, into: &ties)
      }
    }
    return ties
  }

  /// Returns the user objects among the rows of ties that are deleted.
  ///
  /// - Parameters:
  ///   - emptied: The entities whose user objects are deleted, with those of the entities that inherit from
  ///     them.
  ///   - parts: The keys of other user objects that are deleted, by entity.
  func deletedReferrers(
    in ties: [StoreState.Tie], emptying emptied: [ModelLayout], and parts: [String: Set<Int64>]
  ) throws -> Set<StoreState.RowReference> {
    let referrers = Set(ties.lazy.compactMap(\.referrer).filter { $0.key >= 0 })
    if referrers.isEmpty { return [] }
    let keys = Dictionary(grouping: referrers, by: \.table).mapValues { $0.map(\.key) }
    var deleted: Set<StoreState.RowReference> = []
    var members: Set<Int> = []
    for layout in emptied { members.formUnion(try transaction.entity(layout).links.members) }
    for entity in members.map({ transaction.entities[$0] }) {
      let table = entity.layout.tableName
      guard let keys = keys[table] else { continue }
      let found = try connection.integers(
        """
        SELECT t0._pk FROM \(SQLName.quoted(table)) AS t0 \
        WHERE t0._pk IN (SELECT value FROM json_each(?))\(entity.table.isOwn(alias: "t0"))
        """, [.keys(keys)])
      deleted.formUnion(found.map { .init(table: table, key: $0) })
    }
    for (name, keys) in parts {
      let table = try transaction.entity(named: name).layout.tableName
      deleted.formUnion(keys.map { .init(table: table, key: $0) })
    }
    return deleted
  }

  /// Adds the rows that reference presets.
  private func addInbound(
    _ relationship: RelationshipLayout, of owner: ModelLayout, to layout: ModelLayout,
    keys: SQLValue, into ties: inout [StoreState.Tie]
  ) throws {
    switch relationship.storage {
    case .inverseColumn: return
    case .column(let column):
      let column = SQLName.quoted(column)
      try connection.rows(
        """
        SELECT _pk, \(column) FROM \(SQLName.quoted(owner.tableName)) \
        WHERE \(column) IN (SELECT value FROM json_each(?))
        """, [keys]
      ) { row in
        ties.append(
          .reference(
            from: .init(table: owner.tableName, key: row.int64()), relationship.property,
            to: .init(table: layout.tableName, key: row.int64())))
      }
    case .joinTable(let join):
      guard relationship.isLeading else { return }
      try connection.rows(
        """
        SELECT \(join.owner), \(join.target), source, target FROM \(SQLName.quoted(join.name)) \
        WHERE \(join.target) IN (SELECT value FROM json_each(?))
        """, [keys]
      ) { row in
        let (from, to) = (row.int64(), row.int64())
        ties.append(
          .link(
            .init(source: row.int64(), target: row.int64()), join: join.name,
            from: .init(table: owner.tableName, key: from),
            to: .init(table: layout.tableName, key: to)))
      }
    }
  }

  /// Adds the links that the user has inserted to presets, and the rows that delete rules of presets concern.
  private func addOutbound(
    _ relationship: RelationshipLayout, of layout: ModelLayout, keys: SQLValue,
    into ties: inout [StoreState.Tie]
  ) throws {
    func reference(_ key: Int64) -> StoreState.RowReference {
      .init(table: layout.tableName, key: key)
    }
    if case .joinTable(let join) = relationship.storage, relationship.isLeading {
      let linked = try connection.integers(
        """
        SELECT DISTINCT \(join.owner) FROM \(SQLName.quoted(join.name)) \
        WHERE \(join.owner) IN (SELECT value FROM json_each(?)) AND \(SQLName.preset) IS NOT 1
        """, [keys])
      ties += linked.map { .userLink(of: reference($0)) }
    }
    guard [.cascade, .deny].contains(relationship.property.deleteRule) else { return }
    let destination = relationship.destination.tableName
    let table = SQLName.quoted(layout.tableName)
    let condition = "IN (SELECT value FROM json_each(?))"
    let sql =
      switch relationship.storage {
      case .column(let column):
        """
        SELECT _pk, \(SQLName.quoted(column)) FROM \(table) \
        WHERE _pk \(condition) AND \(SQLName.quoted(column)) IS NOT NULL
        """
      case .inverseColumn(let column, _):
        """
        SELECT \(SQLName.quoted(column)), _pk FROM \(SQLName.quoted(destination)) \
        WHERE \(SQLName.quoted(column)) \(condition)
        """
      case .joinTable(let join):
        """
        SELECT \(join.owner), \(join.target) FROM \(SQLName.quoted(join.name)) \
        WHERE \(join.owner) \(condition)
        """
      }
    try connection.rows(sql, [keys]) { row in
      let own = reference(row.int64())
      ties.append(.rule(to: .init(table: destination, key: row.int64()), of: own))
    }
  }

  // MARK: Parts

  /// Finds the user objects that a relationship with the delete rule cascade adds to presets, if the
  /// destination's rows contain the reference.
  ///
  /// - Returns: The destination and the keys of its rows; nil for another relationship.
  func userParts(
    of keys: [Int64], _ layout: ModelLayout, by name: String
  ) throws -> (entityName: String, keys: [Int64])? {
    guard !keys.isEmpty, let property = layout.property(named: name),
      property.deleteRule == .cascade,
      let relationship = layout.relationship(property.index),
      case .inverseColumn(let column, _) = relationship.storage
    else { return nil }
    let rows = try connection.integers(
      """
      SELECT _pk FROM \(SQLName.quoted(relationship.destination.tableName)) WHERE _pk >= 0 \
      AND \(SQLName.quoted(column)) IN (SELECT value FROM json_each(?))
      """, [.keys(keys)])
    return (relationship.destination.entityName, rows)
  }
}
