/// An index or a trigger of the framework in a file.
package struct SchemaObject {
  /// The kinds of objects, as `sqlite_master` names them.
  package enum Kind: String {
    case index
    case trigger
  }

  package let kind: Kind
  package let name: String
  /// The table that the index or the trigger belongs to.
  package let table: String
  /// The statement that creates it.
  package let statement: String

  private var updatesSearch: Bool { kind == .trigger && SearchTables.owns(trigger: name) }
  private var countsFiles: Bool { kind == .trigger && ExternalTables.owns(trigger: name) }

  /// The tables that a trigger writes to. If one of them were missing, no row could be written.
  private var written: [String] {
    if kind == .index { return [] }
    if updatesSearch { return [SearchTables.name(table)] }
    if countsFiles { return [ExternalTables.table] }
    if ChangeNotes.owns(trigger: name) { return [ChangeNotes.table] }
    return [PresetTables.deleted, PresetTables.unlinked, PresetEditNotes.table]
  }

  /// Returns the objects that a file should have and does not have, the indices first. Objects of tables that are not
  /// complete are left out.
  package static func missing(
    on connection: Connection, as template: SchemaTemplate
  ) throws -> [SchemaObject] {
    let there = Set(try all(on: connection).map(\.name))
    return try all(on: template.connection).filter { object in
      if there.contains(object.name) { return false }
      let columns = try TableColumn.names(of: object.table, on: connection)
      return try !columns.isEmpty
        && columns.isSuperset(of: TableColumn.names(of: object.table, on: template.connection))
        && object.written.allSatisfy { try StoreMetadata.hasTable($0, on: connection) }
    }
  }

  /// Restores what triggers keep, after they were missing: the full-text indices, and the numbers of references to
  /// files.
  package static func restoreContents(
    of triggers: [SchemaObject], on connection: Connection
  ) throws {
    for table in Set(triggers.filter(\.updatesSearch).map(\.table)).sorted() {
      try SearchTables.rebuild(table, on: connection)
    }
    guard triggers.contains(where: \.countsFiles) else { return }
    let entities = try StoreMetadata.descriptions(on: connection)
    try ExternalTables.recount(EntityDescription.tables(of: entities), on: connection)
  }

  private static func all(on connection: Connection) throws -> [SchemaObject] {
    var objects: [SchemaObject] = []
    try connection.rows(
      """
      SELECT type, name, tbl_name, sql FROM sqlite_master \
      WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY type, name
      """
    ) { row in
      guard let kind = Kind(rawValue: row.string()) else { return }
      objects.append(
        SchemaObject(
          kind: kind, name: row.string(), table: row.string(), statement: row.string()))
    }
    return objects
  }
}
