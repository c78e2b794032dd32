extension ModelContainer {
  /// Runs a block that edits rows of the container's first store, in one transaction.
  ///
  /// All contexts and observers are notified after the commit. The history has the changes as a user's.
  ///
  /// - Parameters:
  ///   - author: The author of the changes in the history.
  ///   - isDryRun: `true` to roll the transaction back, so that nothing is written and no observer notified.
  ///   - edit: The block. It runs twice: once to find the rows that it changes, which is rolled back.
  /// - Returns: The values before and after the edit.
  /// - Throws: The errors of the block, in which case nothing is written; ``SwiftDataError/readOnlyStore``,
  ///   ``SwiftDataError/storeFailure``.
  package func editRows(
    author: String, isDryRun: Bool = false, _ edit: (RowEditor) throws -> Void
  ) throws -> RowEdit {
    var result = RowEdit()
    let request = CommitRequest(
      stores: [0], kind: .sets, editingState: EditingState(author: author),
      isDryRun: isDryRun)
    try coordinator.commit(request) { transaction in
      func run(_ transaction: StoreTransaction) throws {
        let editor = RowEditor(transaction)
        try edit(editor)
        transaction.changes = editor.changes.changeSet
      }
      let images = RowImages(transaction)
      try images.note(before: try transaction.preview(run), in: &result)
      try run(transaction)
      try images.note(after: transaction.changes, in: &result)
    }
    return result
  }
}
