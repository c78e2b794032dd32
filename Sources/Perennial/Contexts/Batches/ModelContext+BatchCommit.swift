// The commit that batch deletions, updates and insertions share.

extension ModelContext {
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
      stores: [store], kind: kind, editingState: graph.editingState, participation: participation)
    let commit = try graph.coordinator.commit(
      request, by: graph.inbox,
      settling: { commit in
        settle()
        graph.remoteChanges.merge(commit.changes)
      }, body)
    graph.updateResults()
    return commit.changes
  }

  /// Runs the part of a batch that changes objects of this context. A batch cannot be undone.
  func unrecorded(_ work: () -> Void) {
    if let recorder = graph.recorder { recorder.pause(work) } else { work() }
  }
}
