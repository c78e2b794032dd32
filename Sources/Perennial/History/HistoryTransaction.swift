public import Foundation

/// What one save, or one batch deletion, did to one store.
public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
  associatedtype TokenType: Comparable & Hashable & Identifiable & Sendable
  associatedtype TransactionIdentifier: Comparable & Hashable & Sendable

  /// When it was committed.
  var timestamp: Date { get }
  /// What it did to which objects; one change for each object.
  var changes: [HistoryChange] { get }
  /// The place of the transaction in the history of its store.
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

  /// The number of the transaction in its store: later ones have greater numbers.
  public let id: Int64
  public let timestamp: Date
  public internal(set) var changes: [HistoryChange] = []
  public let storeIdentifier: String
  /// The bundle of the program that saved, or its name if it has none.
  public let bundleIdentifier: String
  /// The name and the number of the process that saved.
  public let processIdentifier: String
  public let author: String?
  /// Whether the transaction emptied the store; see ``ModelContainer/erase()``. Its changes are not
  /// listed, and nothing before it is known.
  public internal(set) var isErasure = false
  /// Whether the transaction put a backup in the place of what the store had; see
  /// ``ModelContainer/restore(from:)``. Its changes are not listed, and nothing before it is known.
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
