import Perennial

// Links between presets in join tables.
//
// The links of a catalog are marked. A trigger records the marked links that are deleted. So the links that
// the catalog had before are known: the marked ones, and the deleted ones that the catalog still had.

extension PlanExecutor {
  func unlink(_ changes: PresetPlan.LinkChanges) throws {
    let table = changes.table
    for pair in changes.deleted {
      try connection.run(
        "DELETE FROM \(SQLName.quoted(table.name)) WHERE source = ? AND target = ?",
        [.integer(pair.source), .integer(pair.target)])
      try note(pair, table)
    }
    for pair in changes.forgotten + changes.deleted {
      try connection.run(
        "DELETE FROM \(PresetTables.unlinked) WHERE links = ? AND source = ? AND target = ?",
        [.text(table.name), .integer(pair.source), .integer(pair.target)])
    }
  }

  func link(_ changes: PresetPlan.LinkChanges) throws {
    let table = changes.table
    try mark(changes)
    var orderKey = OrderKeyGenerator.reserve(Int64(changes.inserted.count) * 2)
    for pair in changes.inserted {
      let new = try connection.integers(
        """
        INSERT INTO \(SQLName.quoted(table.name)) \
        (source, target, position, inverse_position, \(SQLName.preset)) \
        VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (source, target) \
        DO UPDATE SET \(SQLName.preset) = excluded.\(SQLName.preset) RETURNING source
        """,
        [
          .integer(pair.source), .integer(pair.target), .integer(orderKey), .integer(orderKey + 1),
          changes.areOfCatalog ? .integer(1) : .null,
        ])
      orderKey += 2
      if !new.isEmpty { try note(pair, table) }
    }
  }

  /// Records what the catalog has of the user's links and of the links that the user has deleted.
  private func mark(_ changes: PresetPlan.LinkChanges) throws {
    let table = changes.table
    for (pair, isShared) in changes.shared {
      let origin: SQLValue = isShared ? .integer(StoreState.JoinTable.Origin.both.rawValue) : .null
      try connection.run(
        """
        UPDATE \(SQLName.quoted(table.name)) SET \(SQLName.preset) = ? \
        WHERE source = ? AND target = ?
        """, [origin, .integer(pair.source), .integer(pair.target)])
    }
    for (pair, isOffered) in changes.offered {
      try PresetTables.offer(
        isOffered, (table.name, pair.source, pair.target), on: connection)
    }
  }

  private func note(_ pair: StoreState.JoinTable.Pair, _ table: StoreState.JoinTable) throws {
    transaction.changes.update(
      table.owner(of: pair), mask: table.property.mask, of: try transaction.entity(table.layout))
    if let inverse = table.inverse {
      transaction.changes.update(
        table.target(of: pair), mask: inverse.mask, of: try transaction.entity(table.destination))
    }
  }
}
