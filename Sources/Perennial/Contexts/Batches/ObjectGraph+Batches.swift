// The commit that batch deletions, updates and insertions share.

extension ObjectGraph {
  /// Commits a batch to one store, and updates this context like the other contexts.
  ///
  /// - Parameters:
  ///   - settle: A closure that is called after the commit, before the changes are merged into this
  ///     context.
  ///   - body: A closure that writes the rows, and sets the changes of the transaction.
  /// - Returns: The change set.
  func commitBatch(
    to store: Int, _ kind: StoreTransaction.Kind = .rows,
    participation: CommitRequest.Participation? = nil, settling settle: () -> Void = {},
    _ body: (StoreTransaction) throws -> Void
  ) throws -> ChangeSet {
    let request = CommitRequest(
      stores: [store], kind: kind, editingState: editingState, participation: participation)
    let commit = try coordinator.commit(
      request, by: inbox,
      settling: { commit in
        settle()
        merge(commit.changes)
      }, body)
    updateResults()
    return commit.changes
  }
}
