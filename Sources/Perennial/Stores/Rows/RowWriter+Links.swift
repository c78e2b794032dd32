import PerennialSQLite

// The relationships that a save writes outside the columns of its objects.

extension RowWriter {
  /// Updates the other side of the one-to-one relationships in a mask.
  mutating func pair(_ change: SaveChange, _ mask: PropertyMask) throws {
    for (index, relationship) in change.entity.oneToOne where mask.contains(property: index) {
      let (own, target) = (change.rowID, change.model.toOne(index).rowID)
      // An upsert without a target leaves the row's target.
      if target == 0, aliases[own] != nil { continue }
      consequences.add(
        try OneToOnePairing(on: connection).pair(
          relationship, of: aliases[own] ?? own, change.entity.layout,
          with: target == 0 ? nil : aliases[target] ?? target))
    }
  }

  mutating func write(orderKeys: [ObjectCollection: Int64]) throws {
    for (collection, position) in orderKeys.sorted(by: { $0.value < $1.value }) {
      let entity = entities[Int(collection.table)].table
      let property = entity.layout.properties[collection.property]
      guard let column = property.columnName else { continue }
      try connection.run(
        """
        UPDATE \(SQLName.quoted(entity.layout.tableName)) \
        SET \(SQLName.quoted(SQLName.position(of: column))) = ? WHERE _pk = ?
        """,
        [.integer(position + shift), .integer(collection.rowID)]
      )
      consequences.links.reorder(collection.rowID, property.name, of: entity.layout.entityName)
    }
  }

  mutating func link(_ rows: RowChanges) throws {
    let gone = missing.union(rows.deleted.map { $0.rowID })
    let new = NewKeys(
      rows.links.isEmpty ? [] : rows.inserted.lazy.map(\.rowID).filter { aliases[$0] == nil })
    // In the order of the order keys, so that equal histories result in equal files.
    let ordered = rows.links.sorted {
      ($0.key.table, $0.value.position ?? 0, $0.key.source, $0.key.target)
        < ($1.key.table, $1.value.position ?? 0, $1.key.source, $1.key.target)
    }
    for (link, change) in ordered {
      let table = SQLName.quoted(link.table)
      let source = aliases[link.source] ?? link.source
      let target = aliases[link.target] ?? link.target
      if change.exists == false {
        try connection.run(
          "DELETE FROM \(table) WHERE source = ? AND target = ?",
          [.integer(source), .integer(target)]
        )
        if sqlite3_changes(connection.handle) > 0 {
          consequences.links.add(.unlink, source: source, target: target, to: link.table)
        }
        continue
      }
      if gone.contains(source) || gone.contains(target) { continue }
      let position = change.position.map { SQLValue.integer($0 + shift) } ?? .null
      let inversePosition = change.inversePosition.map { SQLValue.integer($0 + shift) } ?? .null
      let assignments =
        "position = ifnull(?3, position), inverse_position = ifnull(?4, inverse_position)"
      let statement =
        change.exists == nil
        ? "UPDATE \(table) SET \(assignments) WHERE source = ?1 AND target = ?2"
        : """
        INSERT INTO \(table) (source, target, position, inverse_position) \
        VALUES (?1, ?2, ?3, ?4) ON CONFLICT (source, target) DO UPDATE SET \(assignments)
        """
      try connection.run(
        statement,
        [.integer(source), .integer(target), position, inversePosition]
      )
      // The links of a new object are those that its tables have.
      if new.contains(source) || new.contains(target) { continue }
      consequences.links.add(
        change.exists == nil ? .order : .link, source: source, target: target, to: link.table)
    }
  }
}
