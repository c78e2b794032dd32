import Foundation

/// One fetch from the histories of a container's stores, or one deletion from them.
struct HistoryFetch {
  private typealias Transaction = DefaultHistoryTransaction

  let descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  let coordinator: StoreCoordinator
  private let constraints: HistoryConstraints

  /// Checks a descriptor against the container's stores.
  ///
  /// - Throws: ``SwiftDataError/historyTokenExpired`` for a token of a store that the container does not
  ///   have; ``SwiftDataError/unsupportedFeature`` if no store keeps a history.
  init(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>, _ coordinator: StoreCoordinator
  ) throws {
    self.descriptor = descriptor
    self.coordinator = coordinator
    constraints = HistoryConstraints(descriptor.predicate)
    for use in constraints.uses { _ = try coordinator.store(of: use.token) }
    if coordinator.stores.allSatisfy({ $0.configuration.historyRetention == .none }) {
      throw SwiftDataError.unsupportedFeature.because(
        "the container's stores do not keep a history. Set their historyRetention to a value other than .none"
      )
    }
  }

  // MARK: Fetching

  /// Returns the transactions, each with its changes.
  ///
  /// - Parameter connection: Returns the connection for reading the store with the given number.
  func transactions(
    _ connection: (Int) throws -> Connection
  ) throws -> [DefaultHistoryTransaction] {
    var found: [(number: Int, transaction: Transaction)] = []
    for (number, store) in coordinator.stores.enumerated() where concerns(store) {
      let connection = try connection(number)
      try connection.exclusively {
        found += try headers(of: store, on: connection).map { (number, $0) }
        try checkTokens(of: store, on: connection)
      }
    }
    found.sort {
      let order = descriptor.sortBy.compare($0.transaction, $1.transaction)
      return order == .orderedSame
        ? ($0.number, $0.transaction.id) < ($1.number, $1.transaction.id)
        : order == .orderedAscending
    }
    if let limit { found = Array(found.prefix(limit)) }
    if constraints.readsChanges { return found.map(\.transaction) }
    return try found.map { number, transaction in
      let connection = try connection(number)
      return try connection.exclusively {
        try withChanges(transaction, coordinator.stores[number], on: connection)
      }
    }
  }

  private var limit: Int? {
    descriptor.fetchLimit == 0 ? nil : Int(clamping: descriptor.fetchLimit)
  }

  private func concerns(_ store: SQLiteStore) -> Bool {
    guard store.history != nil else { return false }
    return constraints.storeIdentifier.map { $0 == store.identifier } ?? true
  }

  /// The direction, if the transactions are sorted by their number; nil for another order.
  private var direction: SortOrder? {
    guard let first = descriptor.sortBy.first else { return .forward }
    let numbers: [AnyKeyPath] = [
      \Transaction.id, \Transaction.transactionIdentifier, \Transaction.token,
    ]
    guard let keyPath = first.keyPath, numbers.contains(keyPath) else { return nil }
    return first.order
  }

  /// Returns the transactions of one store that match the predicate. They are read page by page.
  private func headers(of store: SQLiteStore, on connection: Connection) throws -> [Transaction] {
    let isForward = direction != .reverse
    // In another order, the last transaction may be the first of the result.
    let wanted = direction == nil ? nil : limit
    var found: [Transaction] = []
    var first = constraints.first
    var last = Int64.max
    while true {
      let page = try page(
        first...max(first, last), of: store, isForward: isForward, on: connection)
      for transaction in page {
        var transaction = transaction
        if constraints.readsChanges {
          transaction = try withChanges(transaction, store, on: connection)
        }
        guard try descriptor.predicate?.evaluate(transaction) ?? true else { continue }
        found.append(transaction)
        if found.count == wanted { return found }
      }
      guard page.count == Self.pageSize, let end = page.last?.id else { return found }
      if isForward { first = end + 1 } else { last = end - 1 }
    }
  }

  private static let pageSize = 500

  private func page(
    _ range: ClosedRange<Int64>, of store: SQLiteStore, isForward: Bool,
    on connection: Connection
  ) throws -> [Transaction] {
    try connection.map(
      """
      SELECT id, time, author, bundle, process FROM \(HistoryTables.transactions) \
      WHERE id BETWEEN ? AND ? ORDER BY id \(isForward ? "ASC" : "DESC") LIMIT \(Self.pageSize)
      """, [.integer(range.lowerBound), .integer(range.upperBound)]
    ) { row in
      let id = row.int64()
      let time = Date(timeIntervalSinceReferenceDate: row.double())
      let author = row.text()
      return Transaction(
        id: id, timestamp: time, storeIdentifier: store.identifier,
        bundleIdentifier: row.string(), processIdentifier: row.string(), author: author)
    }
  }

  /// Throws if transactions after a token are missing from the history, or if the history never had the
  /// token.
  private func checkTokens(of store: SQLiteStore, on connection: Connection) throws {
    for use in constraints.uses
    where use.isLowerBound && use.token.storeIdentifier == store.identifier {
      try store.check(use.token, on: connection)
    }
  }

  // MARK: Deleting

  /// Deletes the matching transactions from the history, in one transaction for each store.
  func delete() throws {
    for (number, store) in coordinator.stores.enumerated() where concerns(store) {
      let request = CommitRequest(
        stores: [number], keepsHistory: false, participation: .mirrorOnly)
      try coordinator.commit(request) { try delete(from: store, on: $0.connection) }
    }
  }

  private func delete(from store: SQLiteStore, on connection: Connection) throws {
    if descriptor.predicate == nil, limit == nil {
      return try HistoryTables.delete(where: "true", on: connection)
    }
    var found = try headers(of: store, on: connection)
    if !descriptor.sortBy.isEmpty { found.sort(using: descriptor.sortBy) }
    if let limit { found = Array(found.prefix(limit)) }
    if found.isEmpty { return }
    let list = found.map { String($0.id) }.joined(separator: ",")
    try HistoryTables.delete(
      where: "id IN (SELECT value FROM json_each(?))", [.text("[\(list)]")], on: connection)
  }
}

extension StoreCoordinator {
  /// Returns the store to which a token belongs.
  func store(of token: DefaultHistoryToken) throws -> SQLiteStore {
    let identifier = token.storeIdentifier
    if let store = stores.first(where: { $0.identifier == identifier }) { return store }
    let known = stores.map { "\($0.identifier) (\($0.path))" }.joined(separator: ", ")
    throw SwiftDataError.historyTokenExpired.because(
      """
      the token is of the store \(identifier); the container has \(known). The store was replaced, \
      or the token belongs to another store. Fetch the objects again, and start without a token
      """)
  }
}

extension SQLiteStore {
  /// Throws if transactions after a token are missing from the history, or if the history never had the
  /// token.
  func check(_ token: DefaultHistoryToken, on connection: Connection) throws {
    let floor = try HistoryTables.floor(on: connection)
    let last = try HistoryTables.last(on: connection)
    if token.number >= floor, token.number <= last { return }
    let reason =
      token.number < floor
      ? "transactions up to \(floor) were deleted, or the store was erased"
      : "the store has \(last) transactions; it was replaced by an older copy"
    throw SwiftDataError.historyTokenExpired.because(
      """
      \(path): the token marks transaction \(token.number), but \(reason). Fetch the objects \
      again, and start without a token
      """)
  }
}
