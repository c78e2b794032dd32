import Foundation
import Perennial
package import PerennialRecords
import PerennialReplication

// Sealed values that this device cannot read. The row shows its former value, and counts as having the sealed one. So the
// former value is no edit.

extension StoreReplica {
  /// A sealed value that a row should show.
  private struct WaitingValue {
    let field: String
    let value: RecordValue
    /// The value that the row shows instead, in its JSON form.
    let shown: String
  }

  private func waitingValues(of name: RecordName) throws -> [WaitingValue] {
    guard try hasSealedValues else { return [] }
    var found: [WaitingValue] = []
    try connection.rows(
      "SELECT field, value, shown FROM \(SyncTables.sealedValues) WHERE name = ? ORDER BY field",
      [.text(name.rawValue)]
    ) { row in
      let field = row.string()
      let value = try decode(RecordValue.self, row.string(), of: name.rawValue)
      found.append(WaitingValue(field: field, value: value, shown: row.string()))
    }
    return found
  }

  private var hasSealedValues: Bool {
    get throws {
      if let known = knowsSealedValues { return known }
      let has = try !connection.integers(
        "SELECT 1 FROM \(SyncTables.sealedValues) LIMIT 1"
      ).isEmpty
      knowsSealedValues = has
      return has
    }
  }

  /// Returns the content of a row with the sealed values that it should show.
  func completedBySealed(_ content: RowContent, of name: RecordName) throws -> RowContent {
    var content = content
    for waiting in try waitingValues(of: name) {
      guard let value = content.values[waiting.field], try encode(value) == waiting.shown else {
        continue
      }
      content.values[waiting.field] = waiting.value
    }
    return content
  }

  /// Notes that a row shows a former value, because this device cannot read the sealed one.
  func noteSealed(
    _ value: RecordValue, in field: String, of name: RecordName, shows shown: RecordValue
  ) throws {
    knowsSealedValues = true
    try connection.run(
      """
      INSERT OR REPLACE INTO \(SyncTables.sealedValues) (name, field, value, shown) \
      VALUES (?, ?, ?, ?)
      """,
      [
        .text(name.rawValue), .text(field), .text(try encode(value)), .text(try encode(shown)),
      ])
  }

  /// Forgets the sealed values of a record in fields that have other values now.
  ///
  /// - Parameter state: The record as it is known; nil if the row is deleted.
  func forgetSealedValues(of name: RecordName, replacedBy state: RecordState<RecordValue>?) throws {
    for waiting in try waitingValues(of: name)
    where state?.cells[waiting.field]?.value.sealed == nil {
      try connection.run(
        "DELETE FROM \(SyncTables.sealedValues) WHERE name = ? AND field = ?",
        [.text(name.rawValue), .text(waiting.field)])
    }
  }

  /// Takes the sealed values of an object to its new name.
  func renameSealedValues(of name: RecordName, to other: RecordName) throws {
    try connection.run(
      "UPDATE OR REPLACE \(SyncTables.sealedValues) SET name = ? WHERE name = ?",
      [.text(other.rawValue), .text(name.rawValue)])
  }

  package var sealedRecordCount: Int {
    get throws {
      guard try hasSealedValues else { return 0 }
      return Int(
        try connection.integers(
          "SELECT count(DISTINCT name) FROM \(SyncTables.sealedValues)"
        ).first ?? 0)
    }
  }

  package func sealedReason(of name: RecordName) throws -> SealedValueError? {
    for waiting in try waitingValues(of: name) {
      guard let data = waiting.value.sealed else { continue }
      guard let sealer, let tracked = try tracked(name) else { return .noKey }
      let place = SealedField(
        record: name, type: tracked.acknowledged.type, name: waiting.field)
      do throws(SealedValueError) { _ = try sealer.open(data, in: place) } catch { return error }
    }
    guard let sealer, !sealer.hasKey, let edits = try edits(of: name),
      let entity = try locate(name)?.entity
    else { return nil }
    // Changes that wait for a key to seal them.
    return entity.sealedFields.isDisjoint(with: edits.fields.keys) ? nil : .noKey
  }
}
