// Writes the results of a merge to rows.

extension PresetWriter {
  /// Writes values to a row, and stamps if the row is a preset.
  package func write(
    _ values: [String: SQLValue], _ stamps: FieldStamps?, to key: Int64,
    of type: any PersistentModel.Type
  ) throws {
    let table = try graph.table(of: type)
    let name = SQLName.quoted(table.layout.tableName)
    for (field, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let property = table.layout.property(named: field),
        let column = property.columnName.map(SQLName.quoted)
      else { continue }
      let statement = try connection.statement("UPDATE \(name) SET \(column) = ? WHERE _pk = ?")
      try connection.run(statement) { binder in
        binder.bind(exactly: value)
        binder.bind(key)
      }
      news.update(key, property.mask, table)
      if property.isToOne, case .integer(let target) = value {
        news.redirect(from: 0, to: target, property, table)
        try pair(property, of: key, with: target, table)
      }
    }
    if let stamps { try set(stamps, of: key, table) }
    news.update(key, .all, table)
  }

  /// Replaces the stamps of a preset and keeps its name.
  private func set(_ stamps: FieldStamps, of key: Int64, _ table: EntityTable) throws {
    var mark: PresetMetadata?
    try connection.rows(
      """
      SELECT \(SQLName.preset) FROM \(SQLName.quoted(table.layout.tableName)) \
      WHERE _pk = ? AND \(SQLName.preset) IS NOT NULL
      """, [.integer(key)]
    ) { row in
      mark = try PresetMetadata(
        row.string(), of: "\(table.layout.entityName) \(key)", in: connection)
    }
    guard var mark else { return }
    mark.stamps = stamps
    try write(mark, to: key, of: table)
  }

  /// Updates the other side of a one-to-one relationship.
  private func pair(
    _ property: PropertyLayout, of key: Int64, with target: Int64, _ table: EntityTable
  ) throws {
    guard let inverse = table.layout.relationship(property.index)?.inverse, inverse.isToOne,
      let column = inverse.columnName.map(SQLName.quoted),
      let destination = table.destinations[property.index]
    else { return }
    let name = SQLName.quoted(destination.layout.tableName)
    let changed = try connection.integers(
      """
      UPDATE \(name) SET \(column) = CASE WHEN _pk = ?2 THEN ?1 END \
      WHERE (\(column) = ?1 AND _pk <> ?2) OR (_pk = ?2 AND \(column) IS NOT ?1) RETURNING _pk
      """, [.integer(key), .integer(target)])
    for other in changed { news.update(other, inverse.mask, destination) }
  }

  /// Returns the keys that exist in the destination table of a relationship.
  package func existing(
    _ keys: [Int64], by field: String, of type: any PersistentModel.Type
  ) throws -> [Int64] {
    let table = try graph.table(of: type)
    guard let property = table.layout.property(named: field),
      let destination = table.destinations[property.index]
    else { return [] }
    let there = Set(
      try connection.integers(
        """
        SELECT _pk FROM \(SQLName.quoted(destination.layout.tableName)) \
        WHERE _pk IN (SELECT value FROM json_each(?))
        """, [.keys(keys)]))
    return keys.filter(there.contains)
  }

  /// Sets the members of a many-to-many relationship, in order.
  ///
  /// - Parameter catalogs: The members that a catalog has linked.
  package func write(
    _ targets: [Int64], to field: String, of key: Int64, _ type: any PersistentModel.Type,
    marking catalogs: Set<Int64>
  ) throws {
    let table = try graph.table(of: type)
    guard let property = table.layout.property(named: field),
      let relationship = table.layout.relationship(property.index),
      case .joinTable(let join) = relationship.storage,
      let destination = table.destinations[property.index]
    else { return }
    let name = SQLName.quoted(join.name)
    let known = try connection.integers(
      "SELECT \(join.target) FROM \(name) WHERE \(join.owner) = ? ORDER BY \(join.position)",
      [.integer(key)])
    let goal = Set(targets)
    for target in known where !goal.contains(target) {
      try connection.run(
        "DELETE FROM \(name) WHERE \(join.owner) = ? AND \(join.target) = ?",
        [.integer(key), .integer(target)])
      note(key, target, relationship, table, destination)
    }
    var place = OrderKeyGenerator.reserve(Int64(targets.count) * 2)
    for target in targets {
      try connection.run(
        """
        INSERT INTO \(name) (\(join.owner), \(join.target), \(join.position), \
        \(join.inversePosition)) VALUES (?1, ?2, ?3, ?4) \
        ON CONFLICT (source, target) DO UPDATE SET \(join.position) = ?3
        """, [.integer(key), .integer(target), .integer(place), .integer(place + 1)])
      place += 2
      if catalogs.contains(target) {
        try connection.run(
          """
          UPDATE \(name) SET \(SQLName.preset) = 1 WHERE \(join.owner) = ? AND \(join.target) = ?
          """, [.integer(key), .integer(target)])
      }
      note(key, target, relationship, table, destination)
    }
  }
}
