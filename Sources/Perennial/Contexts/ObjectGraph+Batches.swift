// The tail that batch deletions, updates and insertions share.

extension ObjectGraph {
  /// Commits a batch to one store. This context follows as the other contexts do.
  ///
  /// - Parameters:
  ///   - settle: Is called once the batch is committed, before this context follows.
  ///   - body: Writes the rows, and describes the changes in the transaction.
  /// - Returns: The changes.
  func commitBatch(
    to store: Int, _ kind: StoreTransaction.Kind = .rows,
    participation: CommitRequest.Participation? = nil, settling settle: () -> Void = {},
    _ body: (StoreTransaction) throws -> Void
  ) throws -> ChangeSet {
    let request = CommitRequest(
      stores: [store], kind: kind, author: editingState.author, participation: participation)
    let commit = try coordinator.commit(
      request, by: self,
      settling: { commit in
        settle()
        merge(commit.changes)
      }, body)
    bringResultsUpToDate()
    return commit.changes
  }
}
