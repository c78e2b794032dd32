import Perennial

/// Writes the results of a merge to rows.
struct RowMerger {
  let transaction: PresetTransaction
  let connection: Connection

  init(_ transaction: PresetTransaction) {
    self.transaction = transaction
    connection = transaction.connection
  }

  /// Writes values to a row, and stamps if the row is a preset.
  func write(
    _ values: [String: SQLValue], _ stamps: FieldStamps?, to key: Int64,
    of layout: ModelLayout
  ) throws {
    let entity = try transaction.entity(layout)
    let name = SQLName.quoted(layout.tableName)
    for (field, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let property = layout.property(named: field),
        let column = property.columnName.map(SQLName.quoted)
      else { continue }
      let statement = try connection.statement("UPDATE \(name) SET \(column) = ? WHERE _pk = ?")
      try connection.run(statement) { binder in
        binder.bind(value, of: property)
        binder.bind(key)
      }
      transaction.changes.update(key, property.mask, entity)
      if property.isToOne, case .integer(let target) = value {
        transaction.changes.redirect(from: 0, to: target, property, entity)
        try transaction.pair(property, of: key, with: target, entity)
      }
    }
    if let stamps { try set(stamps, of: key, entity) }
    transaction.changes.update(key, .all, entity)
  }

  /// Replaces the stamps of a preset and keeps its name.
  private func set(_ stamps: FieldStamps, of key: Int64, _ entity: CoordinatedEntity) throws {
    var metadata: PresetMetadata?
    try connection.rows(
      """
      SELECT \(SQLName.preset) FROM \(SQLName.quoted(entity.layout.tableName)) \
      WHERE _pk = ? AND \(SQLName.preset) IS NOT NULL
      """, [.integer(key)]
    ) { row in
      metadata = try PresetMetadata(
        row.string(), of: "\(entity.layout.entityName) \(key)", in: connection)
    }
    guard var metadata else { return }
    metadata.stamps = stamps
    try transaction.write(metadata, to: key, of: entity)
  }

  /// Returns the keys that exist in the destination table of a relationship.
  func existing(
    _ keys: [Int64], by field: String, of layout: ModelLayout
  ) throws -> [Int64] {
    let entity = try transaction.entity(layout)
    guard let property = layout.property(named: field),
      let destination = transaction.entities.destination(of: property, in: entity)
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
  func write(
    _ targets: [Int64], to field: String, of key: Int64, _ layout: ModelLayout,
    marking catalogs: Set<Int64>
  ) throws {
    let entity = try transaction.entity(layout)
    guard let property = layout.property(named: field),
      let relationship = layout.relationship(property.index),
      case .joinTable(let join) = relationship.storage,
      let destination = transaction.entities.destination(of: property, in: entity)
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
      note(key, target, relationship, entity, destination)
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
      note(key, target, relationship, entity, destination)
    }
  }
}
