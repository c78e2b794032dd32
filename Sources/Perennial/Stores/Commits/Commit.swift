/// The request for a write; see ``StoreCoordinator/commit(_:by:settling:_:)``.
struct CommitRequest {
  /// The numbers of the stores, in the order of ``StoreCoordinator/nesting``.
  let stores: [Int]
  var kind: StoreTransaction.Kind = .rows
  /// The copies that take the place of the stores' contents, by the stores' numbers.
  var replacements: [Int: StagedStore] = [:]
  /// The identity of the writing context; nil if the container writes.
  var editingState: EditingState?
  /// The cause of the changes, for the history.
  var cause = TransactionCause.user
  /// `false` to leave the write out of the stores' histories.
  var keepsHistory = true
  /// `true` to roll the transactions back instead of committing them. No context is notified of them.
  var isDryRun = false
  /// The part that custom stores take in the write; nil if they cannot take part.
  var participation: Participation?

  /// The part of custom stores in a write.
  enum Participation {
    case save(RowChanges)
    /// A batch deletion, and the closure that deletes the same objects in a store that can do so by itself.
    /// The closure returns `false` if the store cannot.
    case delete(((any CustomStoreAdapter) throws -> Bool)?)
    case erase
    /// The mirror of a custom store only: the store has the changes already, or needs none of them.
    case mirrorOnly
  }

  /// Returns the custom store that participates in the transaction of its mirror; nil if it does not.
  ///
  /// - Throws: ``SwiftDataError/unsupportedFeature`` if it cannot take part.
  func participant(
    _ adapter: (any CustomStoreAdapter)?, of store: SQLiteStore
  ) throws -> (any CustomStoreAdapter)? {
    guard let adapter else { return nil }
    if case .mirrorOnly = participation { return nil }
    if participation != nil { return adapter }
    throw SwiftDataError.unsupportedFeature.because(
      """
      the custom store “\(store.configuration.name)” can only be written by saves and batch deletions; \
      within transaction(block:), other batches become part of its save
      """)
  }

  func kind(of store: Int) -> StoreTransaction.Kind {
    replacements[store].map(StoreTransaction.Kind.replacement) ?? kind
  }
}

/// The outcome of a write.
struct Commit {
  /// The transactions that were committed, in the order of their commits.
  var transactions: [StoreTransaction] = []
  /// The reason why some of the stores were not written while others were.
  var failure: (any Error)?

  /// The changes of a write to one store.
  var changes: ChangeSet { transactions.first?.changes ?? ChangeSet() }

  /// The changes for the other contexts: one change set for each store, or a single one if all contents were
  /// replaced.
  var published: [ChangeSet] {
    let changes = transactions.map(\.changes)
    guard let first = changes.first, first.isReplacement else {
      return changes.filter { !$0.isEmpty }
    }
    var all = failure == nil || first.isRestoration ? first : .unspecified
    for other in changes { all.transactions.merge(other.transactions) { max($0, $1) } }
    return [all]
  }

  /// Returns an error that names the stores that were written, and those that were not.
  ///
  /// - Parameters:
  ///   - operation: The participle of the operation, such as “erased”.
  ///   - remedy: The sentence that says how to recover.
  /// - Returns: Nil if all stores were written.
  func partialSave(
    _ numbers: [Int], of stores: [SQLiteStore], operation: String, remedy: String,
    identifiers: [PersistentIdentifier] = []
  ) -> SwiftDataError? {
    guard let failure else { return nil }
    func names(_ numbers: [Int]) -> String {
      numbers.map { stores[$0].path }.joined(separator: ", ")
    }
    let done = transactions.map(\.number)
    let reason = (failure as? SwiftDataError)?.description ?? "\(failure)"
    return .partialSave.because(
      """
      \(names(done)) was \(operation), and \(names(numbers.filter { !done.contains($0) })) was not: \
      \(reason). \(remedy)
      """, identifiers, underlying: failure)
  }
}
