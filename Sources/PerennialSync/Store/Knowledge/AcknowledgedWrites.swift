import Perennial
import PerennialRecords
import PerennialReplication

/// The writes that the hub has acknowledged and that no page has contained, in their table.
struct AcknowledgedWrites {
  private let sync: SyncTransaction
  private let connection: Connection

  init(_ sync: SyncTransaction) { (self.sync, connection) = (sync, sync.connection) }

  /// Returns the writes of a record; nil if there are none.
  func writes(of name: RecordName) throws -> PushedWrites? {
    var writes: PushedWrites?
    try connection.rows(
      "SELECT writes FROM \(SyncTables.pushed) WHERE name = ?", [.text(name.rawValue)]
    ) { row in
      writes = try sync.decode(PushedWrites.self, row.string(), of: name.rawValue)
    }
    return writes
  }

  /// Writes or, with nil, removes the writes of a record.
  func write(_ writes: PushedWrites?, of name: RecordName) throws {
    guard let writes else {
      return try connection.run(
        "DELETE FROM \(SyncTables.pushed) WHERE name = ?", [.text(name.rawValue)])
    }
    try connection.run(
      "INSERT OR REPLACE INTO \(SyncTables.pushed) (name, writes) VALUES (?, ?)",
      [.text(name.rawValue), .text(try sync.encode(writes))])
  }
}
