import Perennial
import PerennialRecords

/// The records whose rows SQLite has refused, with the reasons, in their table.
struct RefusedRows {
  private let sync: SyncTransaction
  private let connection: Connection

  init(_ sync: SyncTransaction) { (self.sync, connection) = (sync, sync.connection) }

  /// The names of the records.
  var names: [RecordName] {
    get throws {
      var names: [RecordName] = []
      try connection.rows("SELECT name FROM \(SyncTables.unwritten) ORDER BY name") {
        names.append(RecordName($0.string()))
      }
      return names
    }
  }

  /// Notes a row that was refused, and logs a new reason.
  func note(_ change: RowWriting.RowChange, _ reason: String) throws {
    let name = change.record.name
    let reason = "\(change.entity.name) \(change.key) does not show its changes: \(reason)"
    let isNew = try self.reason(of: name) != reason
    try connection.run(
      "INSERT OR REPLACE INTO \(SyncTables.unwritten) (name, reason) VALUES (?, ?)",
      [.text(name.rawValue), .text(reason)])
    if isNew { sync.transaction.warn("\(connection.path): \(reason)") }
  }

  /// Returns the reason why the row of a record does not have the record's content; nil if it has.
  func reason(of name: RecordName) throws -> String? {
    var reason: String?
    try connection.rows(
      "SELECT reason FROM \(SyncTables.unwritten) WHERE name = ?", [.text(name.rawValue)]
    ) { reason = $0.string() }
    return reason
  }

  /// Forgets the refusal of a row, which was written or deleted.
  func forget(_ name: RecordName) throws {
    try connection.run(
      "DELETE FROM \(SyncTables.unwritten) WHERE name = ?", [.text(name.rawValue)])
  }
}
