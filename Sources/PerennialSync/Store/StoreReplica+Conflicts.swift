import Perennial
import PerennialReplication

// The conflicts that merges have decided and that no user has.

extension StoreReplica {
  /// The most conflicts of a store. The earliest are forgotten.
  static let conflictLimit: Int64 = 1_000

  var conflicts: [RecordConflict] {
    get throws {
      var conflicts: [RecordConflict] = []
      try connection.rows(
        "SELECT conflict FROM \(SyncTables.conflicts) ORDER BY number", []
      ) { row in
        conflicts.append(
          try decode(RecordConflict.self, row.string(), of: SyncTables.conflicts))
      }
      return conflicts
    }
  }

  func write(_ conflict: RecordConflict) throws {
    try connection.run(
      "INSERT INTO \(SyncTables.conflicts) (conflict) VALUES (?)", [.text(try encode(conflict))])
    try connection.run(
      """
      DELETE FROM \(SyncTables.conflicts) WHERE number <= \
      (SELECT max(number) FROM \(SyncTables.conflicts)) - ?
      """, [.integer(Self.conflictLimit)])
  }

  func remove(_ conflict: RecordConflict) throws {
    try connection.run(
      "DELETE FROM \(SyncTables.conflicts) WHERE conflict = ?", [.text(try encode(conflict))])
  }
}
