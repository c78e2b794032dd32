public import Foundation

/// A description of the transactions to fetch or to delete.
///
/// ```swift
/// var first = HistoryDescriptor<DefaultHistoryTransaction>()
/// first.fetchLimit = 100
/// for transaction in try context.fetchHistory(first) { print(transaction.author ?? "no author") }
/// ```
public struct HistoryDescriptor<TransactionType: HistoryTransaction> {
  /// The condition that the transactions meet; nil for all transactions.
  public var predicate: Predicate<TransactionType>?
  /// The maximum number of transactions; 0 for no limit.
  public var fetchLimit: UInt64 = 0
  /// The order. If empty, the transactions of each store are ordered from the first to the last.
  public var sortBy: [SortDescriptor<TransactionType>]

  /// Creates a descriptor for the transactions that meet a predicate, in the order of the history.
  ///
  /// ```swift
  /// let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
  ///   predicate: #Predicate { $0.author == "import" })
  /// ```
  public init(predicate: Predicate<TransactionType>? = nil) {
    self.init(predicate: predicate, sortBy: [])
  }

  /// Creates a descriptor for the transactions that meet a predicate, in an order.
  ///
  /// ```swift
  /// var latest = HistoryDescriptor<DefaultHistoryTransaction>(
  ///   sortBy: [SortDescriptor(\.timestamp, order: .reverse)])
  /// latest.fetchLimit = 10
  /// ```
  public init(
    predicate: Predicate<TransactionType>? = nil, sortBy: [SortDescriptor<TransactionType>] = []
  ) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

/// A store that keeps a history.
public protocol HistoryProviding {
  /// The transactions of the history.
  associatedtype HistoryType: HistoryTransaction
  /// The type of the transactions.
  static var historyType: HistoryType.Type { get }
  /// Returns the transactions that a descriptor describes.
  func fetchHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws -> [HistoryType]
  /// Deletes the transactions that a descriptor describes.
  func deleteHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws
}

extension HistoryProviding {
  /// The type of the transactions.
  public static var historyType: HistoryType.Type { HistoryType.self }
}
