import Perennial
import PerennialRecords
import PerennialReplication

// Sealed values that this device cannot read. The row shows its former value, and counts as having the sealed one. So the
// former value is no edit.

/// The sealed values that rows should show and that this device cannot read, in their table.
final class SealedValueTable {
  /// A sealed value that a row should show.
  struct Value {
    let field: String
    let value: RecordValue
    /// The value that the row shows instead, in its JSON form.
    let shown: String
  }

  private let sync: SyncTransaction
  private let table: SparseTable

  private var connection: Connection { sync.connection }

  init(_ sync: SyncTransaction) {
    (self.sync, table) = (sync, SparseTable(SyncTables.sealedValues, sync))
  }

  /// Forgets what was read of the table, because it was cleared.
  func clear() { table.forget() }

  func values(of name: RecordName) throws -> [Value] {
    if try table.isEmpty { return [] }
    return try connection.map(
      "SELECT field, value, shown FROM \(SyncTables.sealedValues) WHERE name = ? ORDER BY field",
      [.text(name.rawValue)]
    ) { row in
      let field = row.string()
      let value = try sync.decode(RecordValue.self, row.string(), of: name.rawValue)
      return Value(field: field, value: value, shown: row.string())
    }
  }

  /// Returns the content of a row with the sealed values that it should show.
  func completed(_ content: RowContent, of name: RecordName) throws -> RowContent {
    var content = content
    for waiting in try values(of: name) {
      try sync.replace(waiting.shown, by: waiting.value, in: waiting.field, of: &content)
    }
    return content
  }

  /// Notes that a row shows a former value, because this device cannot read the sealed one.
  func note(
    _ value: RecordValue, in field: String, of name: RecordName, shows shown: RecordValue
  ) throws {
    table.noteRow()
    try connection.run(
      """
      INSERT OR REPLACE INTO \(SyncTables.sealedValues) (name, field, value, shown) \
      VALUES (?, ?, ?, ?)
      """,
      [
        .text(name.rawValue), .text(field), .text(try sync.encode(value)),
        .text(try sync.encode(shown)),
      ])
  }

  /// Forgets the sealed values of a record in fields that have other values now.
  ///
  /// - Parameter state: The record as it is known; nil if the row is deleted.
  func forget(_ name: RecordName, replacedBy state: RecordState<RecordValue>?) throws {
    for waiting in try values(of: name)
    where state?.edits[waiting.field]?.value.sealed == nil {
      try connection.run(
        "DELETE FROM \(SyncTables.sealedValues) WHERE name = ? AND field = ?",
        [.text(name.rawValue), .text(waiting.field)])
    }
  }

  /// Takes the sealed values of an object to its new name.
  func rename(_ name: RecordName, to other: RecordName) throws {
    try table.rename(name, to: other)
  }

  /// The number of records with such values.
  var recordCount: Int {
    get throws {
      if try table.isEmpty { return 0 }
      return Int(
        try connection.integers(
          "SELECT count(DISTINCT name) FROM \(SyncTables.sealedValues)"
        ).first ?? 0)
    }
  }
}
