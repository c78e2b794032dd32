public import Foundation

extension ModelContext {
  /// The transactions of the container's stores that a descriptor describes, whoever made them: this
  /// context or another, this process or another.
  ///
  /// Every save and every batch deletion is a transaction. A predicate of the form
  /// `$0.token > token` reads nothing of what was before.
  ///
  /// ```swift
  /// var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
  /// if let token { descriptor.predicate = #Predicate { $0.token > token } }
  /// let transactions = try context.fetchHistory(descriptor)
  /// ```
  ///
  /// - Throws: ``SwiftDataError/historyTokenExpired`` if the history does not have all that comes
  ///   after a token, or the token is of another store;
  ///   ``SwiftDataError/invalidTransactionFetchRequest`` for a kind of transaction that the stores
  ///   do not have; ``SwiftDataError/unknownSchema`` for one that changed an entity which the
  ///   container does not have; ``SwiftDataError/unsupportedFeature`` if the stores keep no history.
  /// - Complexity: O(n) in the number of transactions after the token, and in the changes of those
  ///   that are returned.
  public func fetchHistory<T: HistoryTransaction>(
    _ descriptor: HistoryDescriptor<T>
  ) throws -> [T] {
    // Custom stores may have a history of their own.
    var own: [T] = []
    var isOwn = false
    for store in graph.coordinator.stores {
      guard let found = try store.source?.fetchHistory(descriptor) else { continue }
      isOwn = true
      own += found
    }
    if isOwn, !keepsHistory(of: T.self) { return own }
    let fetch = try HistoryFetch(Self.descriptor(descriptor), graph.coordinator)
    let found = try fetch.transactions { try graph.connection($0) }
    return own + found.compactMap { $0 as? T }
  }

  /// Deletes transactions from the history. The objects are not affected.
  ///
  /// Tokens of before the last of those that were deleted from the beginning of the history on are
  /// expired then.
  ///
  /// - Throws: ``SwiftDataError/readOnlyStore``, and what ``fetchHistory(_:)`` does. The history of a
  ///   store is as it was in that case.
  public func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
    var isOwn = false
    for store in graph.coordinator.stores {
      if try store.source?.deleteHistory(descriptor) == true { isOwn = true }
    }
    if isOwn, !keepsHistory(of: T.self) { return }
    let fetch = try HistoryFetch(Self.descriptor(descriptor), graph.coordinator)
    // What is deleted unread could have been anything, and everything would have to be read again.
    try graph.catchUp()
    try fetch.delete()
  }

  /// Whether the framework itself keeps a history of a kind for any of the stores.
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
      "the container's stores have no \(T.self); ask for DefaultHistoryTransaction")
  }
}

extension ModelContainer {
  /// Posted when another process, or another container of this one, has written to a store of a
  /// container; the object is the container. The contexts of the container know of it by then.
  ///
  /// `userInfo` has a dictionary of tokens by the identifiers of stores under the raw value of
  /// ``ModelContext/NotificationKey/historyTokens``.
  public static let remoteChange = Notification.Name("ModelContainer.remoteChange")
}
