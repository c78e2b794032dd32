import Foundation
import Perennial

extension AppleStore {
  /// `true` if the store has a history. Every store of SwiftData has one.
  public var hasHistory: Bool {
    tables.has("ATRANSACTION", all: ["Z_PK", "ZTIMESTAMP"])
      && tables.has(
        "ACHANGE", all: ["Z_PK", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZTRANSACTIONID"])
  }

  /// Returns transactions of the history, the first ones first; none if the store has no history.
  ///
  /// ```swift
  /// for transaction in try appleStore.transactions(limit: 10) {
  ///   print(transaction.date, transaction.author ?? "", transaction.changeCount)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - number: The number behind which to begin; nil to begin with the first transaction.
  ///   - limit: The greatest number of transactions.
  /// - Throws: ``AppleStoreError``.
  public func transactions(after number: Int64? = nil, limit: Int) throws -> [AppleTransaction] {
    guard hasHistory else { return [] }
    let names = [
      name("ZAUTHOR"), name("ZCONTEXTNAME"), name("ZBUNDLEID"), name("ZPROCESSID"),
    ]
    let sql = """
      SELECT Z_PK, ZTIMESTAMP, \
      (SELECT count(*) FROM ACHANGE c WHERE c.ZTRANSACTIONID = t.Z_PK), \
      \(names.joined(separator: ", ")) \
      FROM ATRANSACTION t WHERE Z_PK > ? ORDER BY Z_PK LIMIT \(limit)
      """
    return try database.map(sql, [.integer(number ?? .min)]) { row in
      AppleTransaction(
        number: row.int64(), date: Date(timeIntervalSinceReferenceDate: row.double()),
        author: nil, contextName: nil, bundle: nil, process: nil, changeCount: Int(row.int64())
      ).named(
        author: row.text(), contextName: row.text(), bundle: row.text(), process: row.text())
    }
  }

  /// Passes each change of a transaction to a block, in their order.
  ///
  /// ```swift
  /// try appleStore.forEachChange(of: 1) { change in print(change.kind, change.object?.entity ?? "") }
  /// ```
  ///
  /// - Parameters:
  ///   - transaction: The number of the transaction; nil for the changes of all transactions.
  ///   - body: The block.
  /// - Throws: ``AppleStoreError``, and the errors of the block.
  public func forEachChange(
    of transaction: Int64? = nil, _ body: (AppleChange) throws -> Void
  ) throws {
    guard hasHistory else { return }
    let condition = transaction == nil ? "" : "WHERE ZTRANSACTIONID = ? "
    try database.rows(
      "SELECT Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK FROM ACHANGE \(condition)ORDER BY Z_PK",
      transaction.map { [.integer($0)] } ?? []
    ) { row in
      let (number, type) = (row.int64(), row.int64())
      let (entity, key) = (layout.names[row.int64()], row.int64())
      try body(
        AppleChange(
          number: number, kind: AppleChange.Kind(number: type),
          object: entity.map { AppleReference(entity: $0, key: key) }))
    }
  }

  /// Returns the authors of the history's transactions, in alphabetical order.
  func authors(limit: Int) throws -> [String] {
    guard hasHistory else { return [] }
    let sql = """
      SELECT DISTINCT \(name("ZAUTHOR")) AS author FROM ATRANSACTION t WHERE author IS NOT NULL \
      ORDER BY author LIMIT \(limit)
      """
    return try database.map(sql) { $0.text() }.compactMap(\.self)
  }

  /// Returns an expression of a name in a transaction: in its own column, or in the table of names.
  private func name(_ column: String) -> String {
    var places: [String] = []
    if tables.has("ATRANSACTION", column) { places.append("t.\(column)") }
    if tables.has("ATRANSACTION", column + "TS"), tables.has("ATRANSACTIONSTRING", "ZNAME") {
      places.append("(SELECT ZNAME FROM ATRANSACTIONSTRING s WHERE s.Z_PK = t.\(column)TS)")
    }
    // Both in one expression: the first that has a value.
    return "coalesce(\((places + ["NULL", "NULL"]).joined(separator: ", ")))"
  }
}

extension AppleTransaction {
  /// Returns the transaction with its names.
  fileprivate func named(
    author: String?, contextName: String?, bundle: String?, process: String?
  ) -> AppleTransaction {
    AppleTransaction(
      number: number, date: date, author: author, contextName: contextName, bundle: bundle,
      process: process, changeCount: changeCount)
  }
}

extension AppleChange.Kind {
  /// Returns the kind of the number by which Core Data records it.
  init(number: Int64) {
    switch number {
    case 0: self = .insertion
    case 1: self = .update
    case 2: self = .deletion
    default: self = .other(number)
    }
  }
}

extension _Storage.Row {
  /// Returns the text of the current column, and advances to the next column; nil if it has another value.
  fileprivate mutating func text() -> String? {
    if case .text(let text) = value() { text } else { nil }
  }
}
