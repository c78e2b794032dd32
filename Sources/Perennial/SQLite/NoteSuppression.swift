import PerennialSQLite

/// The framework's own connections leave no notes. Triggers note what other programs write, and what a connection of the
/// framework writes is in the history already.
///
/// A trigger cannot know which connection runs it. But SQLite asks the connection's authorizer while it compiles a trigger,
/// and leaves out an insertion for which the answer is to ignore it. The rest of the trigger still takes its time for each
/// row, so a connection that writes many rows has ``TriggerCopies``.
package enum NoteSuppression {
  /// The beginning of the names of tables with notes.
  package static let prefix = "_perennial_noted_"

  /// Makes SQLite leave out the insertions of notes in the statements that a connection prepares from now on.
  package static func install(on handle: OpaquePointer) {
    sqlite3_set_authorizer(
      handle,
      { _, action, table, _, _, _ in
        action == SQLITE_INSERT && NoteSuppression.hasNotes(table) ? SQLITE_IGNORE : SQLITE_OK
      }, nil)
  }

  private static func hasNotes(_ table: UnsafePointer<CChar>?) -> Bool {
    guard let table else { return false }
    return prefix.utf8.enumerated().allSatisfy { table[$0] == CChar(bitPattern: $1) }
  }
}
