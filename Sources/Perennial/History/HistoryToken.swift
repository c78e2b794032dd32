/// A place in the history of a store: everything up to and including one transaction.
///
/// Keep the token of the last transaction that you have dealt with, and fetch what comes after it.
public protocol HistoryToken: Comparable, Codable, Hashable, Identifiable, Sendable {
  associatedtype TokenType: Codable, Hashable, Sendable
  /// How the store tells places apart.
  var tokenValue: TokenType? { get }
}

extension HistoryToken {
  /// The store whose history it is; empty if the token does not say.
  public var storeIdentifier: String {
    (tokenValue as? [String: Int64])?.keys.min() ?? ""
  }
}

/// A place in the history of a default store.
///
/// Tokens of one store are ordered like its transactions. Those of different stores are neither
/// less nor greater nor equal.
public struct DefaultHistoryToken: HistoryToken {
  public typealias TokenType = [String: Int64]

  /// The number of the transaction, by the identifier of its store.
  public let tokenValue: [String: Int64]?

  init(storeIdentifier: String, number: Int64) {
    tokenValue = [storeIdentifier: number]
  }

  /// The number of the transaction.
  public var id: Int { Int(clamping: number) }

  var number: Int64 { tokenValue?.values.max() ?? 0 }

  public static func < (lhs: DefaultHistoryToken, rhs: DefaultHistoryToken) -> Bool {
    guard lhs.storeIdentifier == rhs.storeIdentifier else { return false }
    return lhs.number < rhs.number
  }

  // The ones that `Comparable` derives would have tokens of different stores both.
  public static func <= (lhs: DefaultHistoryToken, rhs: DefaultHistoryToken) -> Bool {
    lhs < rhs || lhs == rhs
  }

  public static func >= (lhs: DefaultHistoryToken, rhs: DefaultHistoryToken) -> Bool {
    rhs <= lhs
  }
}
