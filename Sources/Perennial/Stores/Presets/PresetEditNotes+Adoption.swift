import PerennialRecords

// The next write transaction of a program makes the noted changes edits of its user.

extension PresetEditNotes {
  /// The changes of one column of a preset, the earliest first.
  private struct Note {
    let entity: String
    let key: Int64
    let column: String
    /// The number of the history's last transaction before the change.
    let history: Int64
    let former: SQLValue
  }

  /// Returns `true` if edits are noted.
  static func hasNotes(on connection: Connection) throws -> Bool {
    try StoreMetadata.hasTable(table, on: connection)
      && connection.hasRow("SELECT 1 FROM \(table) LIMIT 1")
  }

  /// Stamps the edits that other programs have made, and removes their notes, inside a transaction.
  ///
  /// - Returns: The edits that the history does not name yet.
  /// - Throws: ``SwiftDataError/storeFailure`` if a description of the file is damaged.
  /// - Complexity: O(*n*) in the number of notes. Without notes, one statement.
  static func adopt(on connection: Connection) throws -> HistoryRecord {
    var record = HistoryRecord()
    guard try StoreMetadata.hasTable(table, on: connection) else { return record }
    let notes = try connection.map(
      "SELECT entity, pk, field, history, former FROM \(table) ORDER BY entity, pk, field, history"
    ) { row in
      Note(
        entity: row.string(), key: row.int64(), column: row.string(), history: row.int64(),
        former: row.value())
    }
    if notes.isEmpty { return record }
    let descriptions = Dictionary(
      first: try StoreMetadata.descriptions(on: connection).map { ($0.name, $0) })
    var transactions = NamedTransactions(on: connection)
    var unnamed: [Int64: (entity: String, properties: [String])] = [:]
    var seen: (entity: String, key: Int64, column: String)?
    for note in notes {
      guard let owner = descriptions[note.entity],
        let property = owner.property(in: descriptions, where: { $0.column?.name == note.column })?
          .name
      else { continue }
      let cause = try transactions.after(note.history)?.cause(
        of: property, note.key, note.entity)
      // An earlier version of the library has written it: its statements fire the triggers too.
      if let cause, cause != .user { continue }
      guard seen.map({ $0 != (note.entity, note.key, note.column) }) ?? true else { continue }
      seen = (note.entity, note.key, note.column)
      guard try stamp(note, property, in: owner.table, on: connection), cause == nil else {
        continue
      }
      unnamed[note.key, default: (note.entity, [])].properties.append(property)
    }
    try connection.run("DELETE FROM \(table)")
    record.groups = unnamed.sorted { $0.key < $1.key }.map {
      HistoryRecord.Group(
        entityName: $1.entity, kind: .update, properties: $1.properties.sorted(), rowIDs: [$0])
    }
    return record
  }

  /// Stamps the edit of a field, unless the row has its former value again or is no preset any more.
  ///
  /// - Returns: `false` if there is no edit.
  private static func stamp(
    _ note: Note, _ property: String, in table: String, on connection: Connection
  ) throws -> Bool {
    let (table, column) = (SQLName.quoted(table), SQLName.quoted(note.column))
    let isEdited = try connection.hasRow(
      """
      SELECT 1 FROM \(table) WHERE _pk = ? AND \(SQLName.preset) IS NOT NULL AND \(column) IS NOT ?
      """, [.integer(note.key), note.former])
    guard isEdited else { return false }
    let stamp = try connection.stamp()
    let call = StampFunction.call(1, [SQLName.literal(property), "?3", column])
    try connection.run(
      "UPDATE \(table) SET \(SQLName.preset) = \(call) WHERE _pk = ?4",
      [
        .integer(stamp.time.rawValue), .integer(stamp.device.rawValue), note.former,
        .integer(note.key),
      ])
    return true
  }
}
