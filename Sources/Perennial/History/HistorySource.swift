/// A custom store that may have a history of its own.
protocol HistorySource: AnyObject {
  /// Returns the transactions of the store's own history; nil if it has none of this type.
  func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T]?

  /// Deletes transactions of the store's own history.
  ///
  /// - Returns: `false` if the store has no history of this type.
  func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> Bool
}
