/// A position in the history of a store, after one of its transactions.
///
/// Keep the token of the last transaction that you have processed, and fetch the transactions after it.
public protocol HistoryToken: Comparable, Codable, Hashable, Identifiable, Sendable {
  /// The type of ``tokenValue``.
  associatedtype TokenType: Codable, Hashable, Sendable
  /// The value by which the store identifies positions.
  var tokenValue: TokenType? { get }
}

extension HistoryToken {
  /// The identifier of the store whose history it is; empty if the token does not have it.
  public var storeIdentifier: String {
    (tokenValue as? [String: Int64])?.keys.min() ?? ""
  }
}

/// A position in the history of a default store.
///
/// Tokens of one store are ordered like its transactions. Tokens of different stores are neither less than,
/// nor greater than, nor equal to each other.
///
/// A token is `Codable`: keep it in a file between two runs of the program.
///
/// ```swift
/// let data = try Data(contentsOf: url)
/// let token = try JSONDecoder().decode(DefaultHistoryToken.self, from: data)
/// let next = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token })
/// let transactions = try context.fetchHistory(next)
/// if let last = transactions.last { try JSONEncoder().encode(last.token).write(to: url) }
/// ```
public struct DefaultHistoryToken: HistoryToken {
  /// The type of ``tokenValue``.
  public typealias TokenType = [String: Int64]

  /// The number of the transaction, by the identifier of its store.
  public let tokenValue: [String: Int64]?

  init(storeIdentifier: String, number: Int64) {
    tokenValue = [storeIdentifier: number]
  }

  /// The number of the transaction.
  public var id: Int { Int(clamping: number) }

  var number: Int64 { tokenValue?.values.max() ?? 0 }

  /// Returns `true` if the first token is of the same store, and its transaction is earlier.
  public static func < (lhs: DefaultHistoryToken, rhs: DefaultHistoryToken) -> Bool {
    guard lhs.storeIdentifier == rhs.storeIdentifier else { return false }
    return lhs.number < rhs.number
  }

  // With the default implementations of `Comparable`, both operators would be true for tokens of different
  // stores.
  /// Returns `true` if the first token is of the same store, and its transaction is earlier or the
  /// same.
  public static func <= (lhs: DefaultHistoryToken, rhs: DefaultHistoryToken) -> Bool {
    lhs < rhs || lhs == rhs
  }

  /// Returns `true` if the first token is of the same store, and its transaction is later or the
  /// same.
  public static func >= (lhs: DefaultHistoryToken, rhs: DefaultHistoryToken) -> Bool {
    rhs <= lhs
  }
}

extension ChangeSet {
  /// The history tokens of the save, by the identifiers of the stores.
  var historyTokens: [String: any HistoryToken] {
    var tokens = ownTokens
    for (store, number) in transactions where tokens[store] == nil {
      tokens[store] = DefaultHistoryToken(storeIdentifier: store, number: number)
    }
    return tokens
  }
}
