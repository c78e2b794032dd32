extension ModelContext {
  /// Returns the transactions of the container's stores that match a descriptor. The transactions of all
  /// contexts and of all processes are included.
  ///
  /// Every save and every batch deletion is a transaction. A predicate of the form `$0.token > token` does
  /// not read earlier transactions.
  ///
  /// ```swift
  /// var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
  /// if let token { descriptor.predicate = #Predicate { $0.token > token } }
  /// let transactions = try context.fetchHistory(descriptor)
  /// ```
  ///
  /// - Throws: ``SwiftDataError/historyTokenExpired`` if transactions after a token are missing from the
  ///   history, or the token belongs to another store; ``SwiftDataError/invalidTransactionFetchRequest`` for
  ///   a transaction type that the stores do not have; ``SwiftDataError/unknownSchema`` for a transaction
  ///   that changed an entity which the container does not have; ``SwiftDataError/unsupportedFeature`` if the
  ///   stores keep no history.
  /// - Complexity: O(n) in the number of transactions after the token, and in the changes of the returned
  ///   transactions.
  public func fetchHistory<T: HistoryTransaction>(
    _ descriptor: HistoryDescriptor<T>
  ) throws -> [T] {
    // Custom stores may have their own history.
    var own: [T] = []
    var isOwn = false
    for source in historySources {
      guard let found = try source.fetchHistory(descriptor) else { continue }
      isOwn = true
      own += found
    }
    if isOwn, !keepsHistory(of: T.self) { return own }
    let fetch = try HistoryFetch(Self.descriptor(descriptor), graph.coordinator)
    let found = try fetch.transactions { try graph.reader.connection($0) }
    return own + found.compactMap { $0 as? T }
  }

  /// Deletes transactions from the history. The objects are not affected.
  ///
  /// If transactions are deleted from the beginning of the history, the tokens before the last of them
  /// expire.
  ///
  /// ```swift
  /// let month = Date(timeIntervalSinceNow: -30 * 24 * 60 * 60)
  /// try context.deleteHistory(
  ///   HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.timestamp < month }))
  /// ```
  ///
  /// - Throws: ``SwiftDataError/readOnlyStore``, and the errors of ``fetchHistory(_:)``. In that case the
  ///   history of a store is unchanged.
  public func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
    var isOwn = false
    for source in historySources where try source.deleteHistory(descriptor) {
      isOwn = true
    }
    if isOwn, !keepsHistory(of: T.self) { return }
    let fetch = try HistoryFetch(Self.descriptor(descriptor), graph.coordinator)
    // A transaction that is deleted unread could have changed anything, so that everything would have to be
    // loaded again.
    try graph.remoteChanges.catchUp()
    try fetch.delete()
  }

  /// The custom stores that may have a history of their own.
  private var historySources: [any HistorySource] {
    graph.coordinator.adapters.compactMap { $0 as? any HistorySource }
  }

  /// Returns `true` if the framework itself keeps a history with transactions of this type for one of the
  /// stores.
  private func keepsHistory<T: HistoryTransaction>(of type: T.Type) -> Bool {
    type == DefaultHistoryTransaction.self
      && graph.coordinator.stores.contains { $0.history != nil }
  }

  private static func descriptor<T: HistoryTransaction>(
    _ descriptor: HistoryDescriptor<T>
  ) throws -> HistoryDescriptor<DefaultHistoryTransaction> {
    if let descriptor = descriptor as? HistoryDescriptor<DefaultHistoryTransaction> {
      return descriptor
    }
    throw SwiftDataError.invalidTransactionFetchRequest.because(
      "the container's stores do not have transactions of type \(T.self); fetch DefaultHistoryTransaction"
    )
  }
}
