import PerennialSQLite

// Transactions that leave references to missing rows.

extension Connection {
  // SQLite's header computes the extended code by a macro, which Swift does not import.
  private static let foreignKey = SQLITE_CONSTRAINT | 3 << 8

  /// A Boolean value that indicates whether the transaction leaves dangling references. Its commit
  /// would fail for them.
  var hasDanglingReferences: Bool {
    var (current, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
    return current > 0
  }

  /// The error for dangling references, with the rows that have them.
  var danglingReferencesError: SwiftDataError {
    var found: [String] = []
    try? rows("PRAGMA foreign_key_check") { row in
      guard found.count < 5 else { return }
      let table = row.string()
      let rowID = row.int64()
      found.append("\(table) \(rowID) references a \(row.string()) that does not exist")
    }
    return .modelValidationFailure.because(
      "\(found.joined(separator: "; ")). The object was deleted elsewhere. Nothing was saved.")
  }

  /// The error for a commit that has failed because of dangling references. Nil if the commit failed
  /// for another reason.
  var refusedCommitError: SwiftDataError? {
    sqlite3_extended_errcode(handle) == Self.foreignKey ? danglingReferencesError : nil
  }
}
