// The reversal of edits.

extension RowEditor {
  /// Reverts an edit. The reversal is an edit itself, so it can be reverted too.
  ///
  /// Changed rows that were deleted meanwhile stay deleted.
  ///
  /// - Throws: ``SwiftDataError/mergeConflict`` if the rows have other values than the edit has written, in
  ///   which case the block must not commit; ``SwiftDataError/modelValidationFailure``.
  package func revert(_ edit: RowEdit) throws {
    // All rows are checked before the first one is written: they may reference each other.
    let present = try edit.updated.filter { row, _, after in
      try check(row, has: after, mayBeMissing: edit.updated.count > 1 || !edit.deleted.isEmpty)
    }
    for (row, after) in edit.inserted { try check(row, has: after) }
    let restored = Set(edit.deleted.map(\.row.key))
    for (row, before) in edit.deleted {
      let entity = try entity(named: row.entityName)
      if try hasObject(row.key, of: entity) { throw conflict(row, "exists again") }
      let values = try withoutMissing(before, of: row, entity, besides: restored)
      try insert(row.key, of: entity, with: values)
      for property in entity.table.references {
        try redirect(
          property, of: row.key, entity, from: nil, to: values.columns[property.index],
          isPairing: false)
      }
    }
    for (row, before, _) in present {
      let entity = try entity(named: row.entityName)
      try update(
        row.key, of: entity, withoutMissing(before, of: row, entity, besides: restored),
        isPairing: false)
    }
    for (link, orderKeys) in edit.unlinked { try insert(link, orderKeys) }
    let doomed = try edit.inserted.map { row, _ in
      (keys: [row.key], entity: try entity(named: row.entityName))
    }
    if !doomed.isEmpty { try delete(doomed) }
  }

  /// Returns `true` if a row has the values that an edit has written; `false` if it was deleted and may be missing.
  @discardableResult
  private func check(
    _ row: RowEdit.RowReference, has expected: RowValues, mayBeMissing: Bool = false
  ) throws -> Bool {
    let entity = try entity(named: row.entityName)
    guard let present = try values(of: row.key, entity) else {
      if mayBeMissing { return false }
      throw conflict(row, "was deleted meanwhile")
    }
    for (index, value) in expected.columns.sorted(by: { $0.key < $1.key })
    where present.columns[index] != value {
      let name = entity.layout.properties[index].name
      throw conflict(
        row, "was changed meanwhile: its \(name) is \(present.columns[index] ?? .null)")
    }
    return true
  }

  private func conflict(_ row: RowEdit.RowReference, _ reason: String) -> SwiftDataError {
    .mergeConflict.because("\(row.entityName) \(row.key) \(reason). Nothing was changed")
  }

  /// Returns values without the references to rows that were deleted meanwhile.
  ///
  /// - Parameter restored: The keys of the rows that this reversal inserts.
  /// - Throws: ``SwiftDataError/mergeConflict`` if such a reference is required.
  private func withoutMissing(
    _ values: RowValues, of row: RowEdit.RowReference, _ entity: ContainerEntity,
    besides restored: Set<Int64>
  ) throws -> RowValues {
    var values = values
    for property in entity.table.references {
      guard case .integer(let key)? = values.columns[property.index],
        let destination = entities.destination(of: property, in: entity),
        !restored.contains(key),
        try !hasObject(key, of: destination)
      else { continue }
      if !property.isOptional {
        throw conflict(
          row,
          "needs a \(property.name), and \(destination.layout.entityName) \(key) was deleted meanwhile"
        )
      }
      values.columns[property.index] = .null
    }
    return values
  }

  /// Inserts a link, unless one of its rows was deleted meanwhile.
  private func insert(_ link: Link, _ orderKeys: RowEdit.LinkOrderKeys) throws {
    let tables = entities.ends(ofLinks: link.table)
    guard let tables,
      try connection.hasRow(
        "SELECT 1 FROM \(SQLName.quoted(tables.source)) WHERE _pk = ?", [.integer(link.source)]),
      try connection.hasRow(
        "SELECT 1 FROM \(SQLName.quoted(tables.target)) WHERE _pk = ?", [.integer(link.target)])
    else { return }
    try connection.run(
      """
      INSERT OR IGNORE INTO \(SQLName.quoted(link.table)) \
      (source, target, position, inverse_position) VALUES (?, ?, ?, ?)
      """,
      [link.source, link.target, orderKeys.position, orderKeys.inversePosition]
        .map(SQLValue.integer))
  }
}

extension StoreEntities {
  /// Returns the names of the tables of both ends of a join table's links; nil if there is no such table.
  fileprivate func ends(ofLinks table: String) -> (source: String, target: String)? {
    for entity in all {
      for relationship in entity.layout.relationships.values {
        guard case .joinTable(let join) = relationship.storage, join.name == table else { continue }
        let (owner, other) = (entity.layout.tableName, relationship.destination.tableName)
        return join.isSource ? (owner, other) : (other, owner)
      }
    }
    return nil
  }
}
