/// The edits of presets by other programs, which do not stamp what they write.
///
/// A trigger notes the former value of each column that a statement has changed while it left the metadata of the preset
/// as they were. The next write transaction of a program gives these edits its stamp, as if its user had made them. So a
/// later catalog keeps them, and sync sends them.
package enum PresetEditNotes {
  package static let table = "\(NoteSuppression.prefix)preset_edits"

  /// Creates the table if it does not exist, inside a transaction.
  static func create(on connection: Connection) throws {
    if try StoreMetadata.hasTable(table, on: connection) { return }
    // The triggers read it.
    try HistoryTables.make(on: connection)
    try connection.run(
      """
      CREATE TABLE \(table) (entity TEXT NOT NULL, pk INTEGER NOT NULL, field TEXT NOT NULL, \
      history INTEGER NOT NULL, former ANY, PRIMARY KEY (entity, pk, field, history)) \
      STRICT, WITHOUT ROWID
      """)
  }

  /// Returns the statement of the trigger that notes edits of a table's presets.
  ///
  /// - Parameters:
  ///   - name: The name of the trigger.
  ///   - entity: The description of the table.
  ///   - owner: The SQL expression for the name of a row's entity.
  static func trigger(
    named name: String, of entity: EntityDescription, owner: String
  ) -> String {
    let last = "ifnull((\(HistoryTables.lastNumber)), 0)"
    // The conflict clause of the tool's statement would count in the trigger too, so that no insertion may conflict.
    let notes = entity.properties.compactMap(\.column).map { column in
      let name = SQLName.quoted(column.name)
      return """
        INSERT INTO \(table) (entity, pk, field, history, former) \
        SELECT \(owner), new._pk, \(SQLName.literal(column.name)), \(last), old.\(name) \
        WHERE new.\(name) IS NOT old.\(name) AND NOT EXISTS (SELECT 1 FROM \(table) \
        WHERE entity = \(owner) AND pk = new._pk AND field = \(SQLName.literal(column.name)) \
        AND history = \(last));
        """
    }
    let mark = SQLName.preset
    return """
      CREATE TRIGGER \(SQLName.quoted(name)) AFTER UPDATE ON \(SQLName.quoted(entity.table)) \
      WHEN new._pk < 0 AND new._pk = old._pk AND new.\(mark) = old.\(mark) BEGIN \
      \(notes.isEmpty ? "SELECT 1;" : notes.joined(separator: " ")) END
      """
  }
}
