/// The rows that have the keys of presets and are none.
///
/// If an insertion names no key, SQLite takes the one after the greatest, which is a preset's in a table without other
/// rows. A trigger refuses that. Files of earlier versions can have such rows.
struct FalsePresets {
  private struct Row {
    let entity: String
    let table: String
    let key: Int64
  }

  /// A column with keys of a table.
  private struct Reference {
    let table: String
    let column: String
    let parent: String
  }

  /// A row that an adoption reads after all changes.
  private struct Change {
    let table: String
    let key: Int64
    var notes: [ChangeNotes.Note]
  }

  private let connection: Connection
  private let rows: [Row]
  private let tables: [String: EntityDescription]
  private let last: Int64

  /// Finds the rows of a file.
  ///
  /// - Throws: ``SwiftDataError/storeFailure`` if a description of the file is damaged.
  init(on connection: Connection) throws {
    self.connection = connection
    let entities = EntityDescription.tables(of: try StoreMetadata.descriptions(on: connection))
    tables = Dictionary(first: entities.map { ($0.table, $0) })
    last = try HistoryTables.exist(on: connection) ? HistoryTables.last(on: connection) : 0
    var found: [Row] = []
    if try PresetTables.exist(on: connection) {
      for entity in entities where try PresetTables.concern(entity.table, on: connection) {
        try connection.rows(
          """
          SELECT \(entity.nameSQL()), _pk FROM \(SQLName.quoted(entity.table)) WHERE _pk < 0 \
          AND \(SQLName.preset) IS NULL AND _pk NOT IN (SELECT pk FROM \(PresetTables.deleted)) ORDER BY _pk
          """
        ) { row in
          found.append(Row(entity: row.string(), table: entity.table, key: row.int64()))
        }
      }
    }
    rows = found
  }

  var isEmpty: Bool { rows.isEmpty }
  var count: Int { rows.count }

  /// Gives the rows keys of their own, and references to them too, inside a transaction.
  func mend(into adoption: inout ChangeAdoption) throws {
    let references = try references()
    var changes: [Change] = []
    for row in rows {
      let key = IdentityGenerator.next()
      for reference in references where reference.parent == row.table {
        changes += try redirect(reference, from: row.key, to: key)
      }
      var losses = [note(.delete)]
      for reference in references where reference.table == row.table {
        let former = try connection.integers(
          """
          SELECT \(SQLName.quoted(reference.column)) FROM \(SQLName.quoted(row.table)) \
          WHERE _pk = ? AND \(SQLName.quoted(reference.column)) IS NOT NULL
          """, [.integer(row.key)])
        losses += former.map { note(.delete, field: reference.column, former: $0) }
      }
      try connection.run(
        "UPDATE \(SQLName.quoted(row.table)) SET _pk = ? WHERE _pk = ?",
        [.integer(key), .integer(row.key)])
      changes.append(Change(table: row.entity, key: row.key, notes: losses))
      changes.append(Change(table: row.entity, key: key, notes: [note(.insert)]))
    }
    for change in changes { try adoption.add(change.notes, of: change.table, change.key) }
  }

  /// Gives the references to a row its new key.
  private func redirect(
    _ reference: Reference, from former: Int64, to key: Int64
  ) throws -> [Change] {
    let (table, column) = (SQLName.quoted(reference.table), SQLName.quoted(reference.column))
    var changes: [Change] = []
    if let entity = tables[reference.table] {
      try connection.rows(
        "SELECT \(entity.nameSQL()), _pk FROM \(table) WHERE \(column) = ?", [.integer(former)]
      ) { row in
        let (name, key) = (row.string(), row.int64())
        // The others get keys of their own.
        if rows.contains(where: { $0.key == key }) { return }
        let update = note(.update, field: reference.column, former: former)
        changes.append(Change(table: name, key: key, notes: [update]))
      }
    } else {
      try connection.rows(
        "SELECT source, target FROM \(table) WHERE \(column) = ?", [.integer(former)]
      ) { row in
        let (source, target) = (row.int64(), row.int64())
        changes.append(
          Change(table: reference.table, key: source, notes: [note(.unlink, target: target)]))
        changes.append(
          Change(
            table: reference.table, key: reference.column == "source" ? key : source,
            notes: [note(.link, target: reference.column == "target" ? key : target)]))
      }
    }
    try connection.run(
      "UPDATE \(table) SET \(column) = ? WHERE \(column) = ?", [.integer(key), .integer(former)])
    return changes
  }

  private func references() throws -> [Reference] {
    try connection.map(
      """
      SELECT m.name, k."from", k."table" \
      FROM sqlite_master AS m, pragma_foreign_key_list(m.name) AS k WHERE m.type = 'table'
      """
    ) { row in
      Reference(table: row.string(), column: row.string(), parent: row.string())
    }
  }

  private func note(
    _ kind: ChangeNotes.Kind, field: String = "", target: Int64 = 0, former: Int64? = nil
  ) -> ChangeNotes.Note {
    ChangeNotes.Note(history: last, field: field, target: target, kind: kind, former: former)
  }
}
