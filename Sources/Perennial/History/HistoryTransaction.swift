public import Foundation

/// The changes that one save, or one batch deletion, made to one store.
public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
  associatedtype TokenType: Comparable & Hashable & Identifiable & Sendable
  associatedtype TransactionIdentifier: Comparable & Hashable & Sendable

  /// The time at which the transaction was committed.
  var timestamp: Date { get }
  /// The changes, one for each changed object.
  var changes: [HistoryChange] { get }
  /// The position of the transaction in the history of its store.
  var token: TokenType { get }
  var transactionIdentifier: TransactionIdentifier { get }
  var storeIdentifier: String { get }
  /// The author of the context that saved.
  var author: String? { get }
}

/// A transaction of a default store.
public struct DefaultHistoryTransaction: HistoryTransaction {
  public typealias TokenType = DefaultHistoryToken
  public typealias TransactionIdentifier = Int64

  /// The number of the transaction in its store. Later transactions have greater numbers.
  public let id: Int64
  public let timestamp: Date
  public internal(set) var changes: [HistoryChange] = []
  public let storeIdentifier: String
  /// The bundle identifier of the program that saved; its name if it has no bundle.
  public let bundleIdentifier: String
  /// The name and the number of the process that saved.
  public let processIdentifier: String
  public let author: String?
  /// `true` if the transaction erased the store; see ``ModelContainer/erase()``. Its changes are not listed,
  /// and the history has no earlier transactions.
  public internal(set) var isErasure = false
  /// `true` if the transaction replaced the store's contents with a backup; see
  /// ``ModelContainer/restore(from:)``. Its changes are not listed, and the history has no earlier
  /// transactions.
  public internal(set) var isRestoration = false

  public var transactionIdentifier: Int64 { id }

  public var token: DefaultHistoryToken {
    DefaultHistoryToken(storeIdentifier: storeIdentifier, number: id)
  }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.id == rhs.id && lhs.storeIdentifier == rhs.storeIdentifier
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(storeIdentifier)
  }
}
