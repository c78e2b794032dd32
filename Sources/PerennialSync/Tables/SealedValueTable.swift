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
  private let connection: Connection
  /// `true` if there are such values; nil before it was read.
  private var isKnown: Bool?

  init(_ sync: SyncTransaction) { (self.sync, connection) = (sync, sync.connection) }

  /// Forgets what was read of the table, because it was cleared.
  func clear() { isKnown = nil }

  func values(of name: RecordName) throws -> [Value] {
    guard try hasValues else { return [] }
    var found: [Value] = []
    try connection.rows(
      "SELECT field, value, shown FROM \(SyncTables.sealedValues) WHERE name = ? ORDER BY field",
      [.text(name.rawValue)]
    ) { row in
      let field = row.string()
      let value = try sync.decode(RecordValue.self, row.string(), of: name.rawValue)
      found.append(Value(field: field, value: value, shown: row.string()))
    }
    return found
  }

  private var hasValues: Bool {
    get throws {
      if let known = isKnown { return known }
      let has = try !connection.integers(
        "SELECT 1 FROM \(SyncTables.sealedValues) LIMIT 1"
      ).isEmpty
      isKnown = has
      return has
    }
  }

  /// Returns the content of a row with the sealed values that it should show.
  func completed(_ content: RowContent, of name: RecordName) throws -> RowContent {
    var content = content
    for waiting in try values(of: name) {
      guard let value = content.values[waiting.field], try sync.encode(value) == waiting.shown
      else {
        continue
      }
      content.values[waiting.field] = waiting.value
    }
    return content
  }

  /// Notes that a row shows a former value, because this device cannot read the sealed one.
  func note(
    _ value: RecordValue, in field: String, of name: RecordName, shows shown: RecordValue
  ) throws {
    isKnown = true
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
    where state?.cells[waiting.field]?.value.sealed == nil {
      try connection.run(
        "DELETE FROM \(SyncTables.sealedValues) WHERE name = ? AND field = ?",
        [.text(name.rawValue), .text(waiting.field)])
    }
  }

  /// Takes the sealed values of an object to its new name.
  func rename(_ name: RecordName, to other: RecordName) throws {
    try connection.run(
      "UPDATE OR REPLACE \(SyncTables.sealedValues) SET name = ? WHERE name = ?",
      [.text(other.rawValue), .text(name.rawValue)])
  }

  /// The number of records with such values.
  var recordCount: Int {
    get throws {
      guard try hasValues else { return 0 }
      return Int(
        try connection.integers(
          "SELECT count(DISTINCT name) FROM \(SyncTables.sealedValues)"
        ).first ?? 0)
    }
  }
}
