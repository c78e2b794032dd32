// Deletions of presets, and the removal of their records.

extension PresetWriter {
  /// `true` if a row was deleted in this transaction and not inserted again.
  package var hasDeleted: Bool { news.hasDeletions }

  /// Deletes presets together, with the rows that their delete rules cascade to. Also deletes the user's
  /// objects of some entities, and of the entities that inherit from them. The user's objects are those that
  /// aren't presets.
  ///
  /// - Returns: The number of the user's objects, for each entity that had any.
  /// - Throws: ``SwiftDataError/modelValidationFailure`` if a delete rule forbids a deletion.
  package func delete(
    _ presets: [(type: any PersistentModel.Type, keys: [Int64])],
    withUserObjectsOf types: [any PersistentModel.Type] = []
  ) throws -> [String: Int] {
    var selections: [(BatchDeletion.Selection, of: CoordinatedEntity)] = []
    for (type, keys) in presets where !keys.isEmpty {
      selections.append((.rows(keys), try graph.table(of: type).coordinated))
    }
    var counts: [String: Int] = [:]
    for number in Set(try types.flatMap { try graph.table(of: $0).memberIndices }).sorted() {
      let table = graph.tables[Int(number)]
      let condition = """
        FROM \(SQLName.quoted(table.layout.tableName)) AS t0 \
        WHERE t0._pk >= 0\(table.entity.isOwn(alias: "t0"))
        """
      let count = try connection.integers("SELECT count(*) \(condition)").first ?? 0
      if count == 0 { continue }
      counts[table.layout.entityName] = Int(count)
      let query = "SELECT t0._pk AS pk \(condition)"
      selections.append((.query(query, [], except: [], also: []), table.coordinated))
    }
    if selections.isEmpty { return counts }
    var deletion = try BatchDeletion(connection, graph.coordinator.entities, store: store, history)
    news.add(try deletion.run(selections))
    return counts
  }

  /// Deletes the objects that the user has added to presets by a relationship with the delete rule cascade,
  /// if the destination's rows contain the reference.
  ///
  /// - Returns: The number of deleted objects, for each entity that had any.
  package func deleteUserParts(
    of keys: [Int64], _ type: any PersistentModel.Type, by property: String
  ) throws -> [String: Int] {
    let table = try graph.table(of: type)
    guard !keys.isEmpty, let property = table.layout.property(named: property),
      property.deleteRule == .cascade,
      let relationship = table.layout.relationship(property.index),
      let destination = table.destinations[property.index],
      case .inverseColumn(let column, _) = relationship.storage
    else { return [:] }
    let rowIDs = try connection.integers(
      """
      SELECT _pk FROM \(SQLName.quoted(destination.layout.tableName)) WHERE _pk >= 0 \
      AND \(SQLName.quoted(column)) IN (SELECT value FROM json_each(?))
      """, [.keys(keys)])
    if rowIDs.isEmpty { return [:] }
    var deletion = try BatchDeletion(connection, graph.coordinator.entities, store: store, history)
    news.add(try deletion.run([(.rows(rowIDs), destination.coordinated)]))
    return [destination.layout.entityName: rowIDs.count]
  }

  /// Updates the records of deleted presets to their present catalogs and IDs.
  package func renameDeletions(of drafts: [CatalogPreset]) throws {
    for draft in drafts {
      var found: PresetMetadata?
      try connection.rows(
        "SELECT preset FROM \(PresetTables.deleted) WHERE entity = ? AND pk = ?",
        [.text(draft.entityName), .integer(draft.key)]
      ) { row in
        let text = row.string()
        if text == draft.mark { return }
        found = try PresetMetadata(
          text, of: "\(draft.entityName) “\(draft.id)” in \(PresetTables.deleted)",
          column: "preset", in: connection)
      }
      guard var mark = found, mark.name != draft.name else { continue }
      (mark.name, mark.firstID) = (draft.name, draft.firstID)
      let statement = try connection.statement(
        "UPDATE \(PresetTables.deleted) SET preset = ? WHERE entity = ? AND pk = ?")
      try connection.run(statement) { binder in
        binder.bind(verbatim: mark.text)
        binder.bind(draft.entityName)
        binder.bind(draft.key)
      }
    }
  }

  /// Removes the records of deleted presets.
  package func forgetDeletion(
    of rowIDs: [Int64], _ type: any PersistentModel.Type
  ) throws {
    if rowIDs.isEmpty { return }
    let entity = try graph.table(of: type).layout.entityName
    let list = SQLValue.keys(rowIDs)
    try connection.run(
      """
      DELETE FROM \(PresetTables.deleted) \
      WHERE entity = ? AND pk IN (SELECT value FROM json_each(?))
      """, [.text(entity), list])
    // The links that were deleted with these presets do not count as deleted by the user.
    for column in ["source", "target"] {
      try connection.run(
        """
        DELETE FROM \(PresetTables.unlinked) \
        WHERE \(column) IN (SELECT value FROM json_each(?))
        """, [list])
    }
  }
}
