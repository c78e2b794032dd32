import Perennial

// Deletions of presets and user objects, and the records of deleted presets.

extension PlanExecutor {
  /// Deletes the rows of a plan together, with the rows that delete rules cascade to.
  ///
  /// - Returns: The numbers of the user's objects, for each entity that had any.
  /// - Throws: ``SwiftDataError/modelValidationFailure`` if a delete rule forbids a deletion.
  func delete(_ plan: PresetPlan) throws -> Outcome {
    var outcome = Outcome()
    var selections: [(BatchDeletion.Selection, of: ContainerEntity)] = []
    for (layout, keys) in plan.deletions where !keys.isEmpty {
      selections.append((.rows(keys), try transaction.entity(layout)))
    }
    var emptied: Set<Int> = []
    for layout in plan.emptied { emptied.formUnion(try transaction.entity(layout).links.members) }
    for number in emptied.sorted() {
      let entity = transaction.entities[number]
      let condition = """
        FROM \(SQLName.quoted(entity.layout.tableName)) AS t0 \
        WHERE t0._pk >= 0\(entity.table.isOwn(alias: "t0"))
        """
      let count = try connection.integers("SELECT count(*) \(condition)").first ?? 0
      if count == 0 { continue }
      outcome.deletedUserObjects[entity.layout.entityName] = Int(count)
      selections.append(
        (.query("SELECT t0._pk AS pk \(condition)", [], except: [], also: []), entity))
    }
    for (name, keys) in plan.userDeletions {
      let entity = try transaction.entity(named: name)
      if emptied.contains(entity.number) { continue }
      outcome.deletedUserObjects[name, default: 0] += keys.count
      selections.append((.rows(keys), entity))
    }
    if !selections.isEmpty {
      var deletion = try BatchDeletion(
        connection, entities: transaction.entities, store: transaction.store,
        history: transaction.history)
      // The plan goes on: it inserts presets, and gives rows other targets and members.
      transaction.changes.add(try deletion.run(selections, isLast: false))
      outcome.hasDeleted = true
    }
    for (layout, keys) in plan.deletions { try forgetDeletion(of: keys, layout.entityName) }
    for (name, keys) in plan.restored { try forgetDeletion(of: keys, name) }
    return outcome
  }

  /// Removes the records of deleted presets, and of the links that were deleted with them.
  private func forgetDeletion(of keys: [Int64], _ entityName: String) throws {
    if keys.isEmpty { return }
    let list = SQLValue.keys(keys)
    try connection.run(
      """
      DELETE FROM \(PresetTables.deleted) \
      WHERE entity = ? AND pk IN (SELECT value FROM json_each(?))
      """, [.text(entityName), list])
    for column in ["source", "target"] {
      try connection.run(
        "DELETE FROM \(PresetTables.unlinked) WHERE \(column) IN (SELECT value FROM json_each(?))",
        [list])
    }
  }

  /// Updates the record of a deleted preset to its present catalog and ID.
  func rename(_ key: Int64, of entityName: String, _ metadata: PresetMetadata) throws {
    let statement = try connection.statement(
      "UPDATE \(PresetTables.deleted) SET preset = ? WHERE entity = ? AND pk = ?")
    try connection.run(statement) { binder in
      binder.bind(verbatim: metadata.text)
      binder.bind(entityName)
      binder.bind(key)
    }
  }
}
