public import Foundation

/// The changes that one save, or one batch deletion, made to one store.
public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
  /// The position of a transaction in a history.
  associatedtype TokenType: Comparable & Hashable & Identifiable & Sendable
  /// The type of ``transactionIdentifier``.
  associatedtype TransactionIdentifier: Comparable & Hashable & Sendable

  /// The time at which the transaction was committed.
  var timestamp: Date { get }
  /// The changes, one for each changed object.
  var changes: [HistoryChange] { get }
  /// The position of the transaction in the history of its store.
  var token: TokenType { get }
  /// The identity of the transaction in the history of its store.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identifier of the store that was changed.
  var storeIdentifier: String { get }
  /// The author of the context that saved.
  var author: String? { get }
}

/// A transaction of a default store.
///
/// ```swift
/// let own = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == "app" })
/// for transaction in try context.fetchHistory(own) {
///   print(transaction.timestamp, transaction.changes.count)
/// }
/// ```
public struct DefaultHistoryTransaction: HistoryTransaction {
  /// The position of a transaction in a history.
  public typealias TokenType = DefaultHistoryToken
  /// The type of ``transactionIdentifier``.
  public typealias TransactionIdentifier = Int64

  /// The number of the transaction in its store. Later transactions have greater numbers.
  public let id: Int64
  /// The time at which the transaction was committed.
  public let timestamp: Date
  /// The changes, one for each changed object.
  public internal(set) var changes: [HistoryChange] = []
  /// The identifier of the store that was changed.
  public let storeIdentifier: String
  /// The bundle identifier of the program that saved; its name if it has no bundle.
  public let bundleIdentifier: String
  /// The name and the number of the process that saved.
  public let processIdentifier: String
  /// The author of the context that saved; nil if it had none.
  public let author: String?
  /// `true` if the transaction erased the store; see ``ModelContainer/erase()``. Its changes are not listed,
  /// and the history has no earlier transactions.
  public internal(set) var isErasure = false
  /// `true` if the transaction replaced the store's contents with a backup; see
  /// ``ModelContainer/restore(from:)``. Its changes are not listed, and the history has no earlier
  /// transactions.
  public internal(set) var isRestoration = false

  /// The number of the transaction in its store, as ``id``.
  public var transactionIdentifier: Int64 { id }

  /// The position of the transaction in the history of its store.
  public var token: DefaultHistoryToken {
    DefaultHistoryToken(storeIdentifier: storeIdentifier, number: id)
  }

  /// Returns `true` if both are the same transaction of the same store.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.id == rhs.id && lhs.storeIdentifier == rhs.storeIdentifier
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(storeIdentifier)
  }
}
