/// The adoption of what other programs have written: their changes become changes of the user.
package enum OtherPrograms {
  /// The author of their transactions in the history.
  package static let author = "other program"

  /// Stamps edits of presets, and removes all notes, inside a transaction.
  ///
  /// - Parameter falsePresets: The rows to give keys of their own.
  /// - Returns: The changes that the history does not name yet.
  /// - Throws: ``SwiftDataError/storeFailure`` if a transaction of the history or a description is damaged.
  /// - Complexity: O(*n*) in the number of notes. Without notes, three statements.
  static func adopt(
    mending falsePresets: FalsePresets? = nil, on connection: Connection
  ) throws -> HistoryRecord {
    let edits = try PresetEditNotes.adopt(on: connection)
    guard try falsePresets?.isEmpty == false || ChangeNotes.hasNotes(on: connection) else {
      return edits
    }
    var adoption = try ChangeAdoption(edits, on: connection)
    try ChangeNotes.adopt(into: &adoption, on: connection)
    try falsePresets?.mend(into: &adoption)
    // Triggers have noted deleted presets for their catalogs.
    try PresetTables.stampDeletions(on: connection)
    return adoption.record
  }
}
