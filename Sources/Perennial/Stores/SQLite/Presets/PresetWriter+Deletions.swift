// What of presets goes, and what is forgotten.

extension PresetWriter {
  /// Deletes rows of an entity, with what their delete rules take along.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` if a delete rule forbids it.
  package func delete(_ rowIDs: [Int64], of type: any PersistentModel.Type) throws {
    if rowIDs.isEmpty { return }
    try run(.rows(rowIDs), of: try graph.table(of: type))
  }

  /// Deletes the objects of an entity that are no presets: those that the user has made.
  ///
  /// - Returns: How many there were.
  package func deleteUserObjects(of type: any PersistentModel.Type) throws -> Int {
    let table = try graph.table(of: type)
    let condition = """
      FROM \(SQLName.quoted(table.layout.tableName)) AS t0 \
      WHERE t0._pk >= 0\(table.entity.membership(alias: "t0"))
      """
    let count = try connection.integers("SELECT count(*) \(condition)").first ?? 0
    if count == 0 { return 0 }
    try run(
      .query("SELECT t0._pk AS pk \(condition)", [], except: [], also: []), of: table)
    return Int(count)
  }

  private func run(_ selection: BatchDeletion.Selection, of table: GraphTable) throws {
    var deletion = try BatchDeletion(connection, tables, history)
    news.add(try deletion.run(selection, of: table))
  }

  /// Those of some rows that others refer to which stay.
  package func rows(
    among rowIDs: Set<Int64>, of type: any PersistentModel.Type
  ) throws -> Set<Int64> {
    let table = try graph.table(of: type)
    var found: Set<Int64> = []
    for tie in graph.coordinator.links[Int(table.index)].ties {
      for rowID in rowIDs where !found.contains(rowID) {
        let owners = try connection.integers(tie.sql, [.integer(rowID)])
        if owners.contains(where: { !rowIDs.contains($0) }) { found.insert(rowID) }
      }
    }
    return found
  }

  /// Forgets that presets were deleted.
  package func forgetDeletion(
    of rowIDs: [Int64], _ type: any PersistentModel.Type
  ) throws {
    if rowIDs.isEmpty { return }
    let entity = try graph.table(of: type).layout.entityName
    let list = SQLValue.text("[\(rowIDs.map(String.init).joined(separator: ","))]")
    try connection.run(
      """
      DELETE FROM \(PresetTables.deleted) \
      WHERE entity = ? AND pk IN (SELECT value FROM json_each(?))
      """, [.text(entity), list])
    // The links that went with them were not cut by anybody.
    for column in ["source", "target"] {
      try connection.run(
        """
        DELETE FROM \(PresetTables.unlinked) \
        WHERE \(column) IN (SELECT value FROM json_each(?))
        """, [list])
    }
  }
}
