public import Foundation

/// A description of the transactions to fetch or to delete.
public struct HistoryDescriptor<TransactionType: HistoryTransaction> {
  /// The condition that the transactions meet; nil for all transactions.
  public var predicate: Predicate<TransactionType>?
  /// The maximum number of transactions; 0 for no limit.
  public var fetchLimit: UInt64 = 0
  /// The order. If empty, the transactions of each store are ordered from the first to the last.
  public var sortBy: [SortDescriptor<TransactionType>]

  public init(predicate: Predicate<TransactionType>? = nil) {
    self.init(predicate: predicate, sortBy: [])
  }

  public init(
    predicate: Predicate<TransactionType>? = nil, sortBy: [SortDescriptor<TransactionType>] = []
  ) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

/// A store that keeps a history.
public protocol HistoryProviding {
  associatedtype HistoryType: HistoryTransaction
  static var historyType: HistoryType.Type { get }
  func fetchHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws -> [HistoryType]
  func deleteHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws
}

extension HistoryProviding {
  public static var historyType: HistoryType.Type { HistoryType.self }
}
