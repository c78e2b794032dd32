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
    let found = (try? danglingReferences { "references a \($0) that does not exist" }) ?? ""
    return .modelValidationFailure.because(
      "\(found): it was deleted. Nothing was saved. Set the reference to another object or to nil.")
  }

  /// Returns a list of the first five dangling references, for an error; empty if there are none.
  ///
  /// - Parameters:
  ///   - name: The table that is searched; nil for all tables.
  ///   - text: Returns the text about a reference to a table, which follows the row that has it.
  func danglingReferences(in name: String? = nil, _ text: (String) -> String) throws -> String {
    let argument = name.map { "(\(SQLName.quoted($0)))" } ?? ""
    var found: [String] = []
    try rows("PRAGMA foreign_key_check\(argument)") { row in
      let (table, rowID) = (row.string(), row.int64())
      if found.count < 5 { found.append("\(table) \(rowID) \(text(row.string()))") }
    }
    return found.joined(separator: "; ")
  }

  /// The error for a commit that has failed because of dangling references. Nil if the commit failed
  /// for another reason.
  var refusedCommitError: SwiftDataError? {
    sqlite3_extended_errcode(handle) == Self.foreignKey ? danglingReferencesError : nil
  }
}
