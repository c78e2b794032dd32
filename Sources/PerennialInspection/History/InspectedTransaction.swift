public import Foundation
import Perennial

/// A transaction in the history of a store.
public struct InspectedTransaction: Sendable {
  /// Objects of one entity with the same kind of change, or links of one relationship.
  public struct Group: Sendable {
    /// The entity of the objects; of links, the entity that declares the relationship. Nil for an erasure and a
    /// restoration.
    public let entity: String?
    /// The kind of the change.
    public let kind: RowChange.Kind
    /// The names of the changed properties, as they were at that time. Empty for insertions and deletions.
    public let properties: [String]
    /// The primary keys of the objects; of links, those of the objects at their source.
    public let keys: [Int64]
    /// The primary keys of the objects at the target of links, as many as ``keys``. Empty for other groups.
    public let targets: [Int64]
  }

  /// The number of the transaction.
  public let number: Int64
  /// The time of the transaction.
  public let time: Date
  /// The author of the context; nil if it had none.
  public let author: String?
  /// The name of the process and its number.
  public let process: String
  /// The cause of the transaction, such as `user`; see Documentation/FileFormat.md.
  public let cause: String
  /// The changes.
  public let groups: [Group]
  /// The reason why the changes cannot be read; nil if they can.
  public let problem: String?
}

extension InspectedStore {
  /// Returns transactions of the history, the latest ones first.
  ///
  /// ```swift
  /// for transaction in try store.transactions(limit: 20) ?? [] {
  ///   print(transaction.time, transaction.author ?? "no author", transaction.groups.count)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - number: Only transactions with lower numbers are returned; nil for all.
  ///   - limit: The largest number of transactions.
  /// - Returns: Nil if the store keeps no history.
  /// - Throws: `SwiftDataError.storeFailure`.
  public func transactions(
    before number: Int64? = nil, limit: Int
  ) throws -> [InspectedTransaction]? {
    guard try keepsHistory() else { return nil }
    return try transactions(
      "id < ? ORDER BY id DESC LIMIT ?",
      [.integer(number ?? .max), .integer(Int64(max(0, limit)))])
  }

  /// Returns a transaction of the history; nil if the history does not have it.
  ///
  /// ```swift
  /// for group in try store.transaction(4711)?.groups ?? [] {
  ///   print(group.kind, group.entity ?? "everything", group.keys)
  /// }
  /// ```
  ///
  /// - Throws: `SwiftDataError.storeFailure`.
  public func transaction(_ number: Int64) throws -> InspectedTransaction? {
    guard try keepsHistory() else { return nil }
    return try transactions("id = ?", [.integer(number)]).first
  }

  private func transactions(
    _ condition: String, _ bindings: [SQLValue]
  ) throws -> [InspectedTransaction] {
    try database.map(
      """
      SELECT id, time, author, process, cause, changes FROM _perennial_history WHERE \(condition)
      """, bindings
    ) { row in
      let number = row.int64()
      let time = Date(timeIntervalSinceReferenceDate: row.double())
      let author: String? = if case .text(let text) = row.value() { text } else { nil }
      let (process, cause) = (row.string(), row.string())
      let record = Result {
        try HistoryRecord(text: row.string(), transaction: number, path: url.path)
      }
      return InspectedTransaction(
        number: number, time: time, author: author, process: process, cause: cause, record)
    }
  }
}

extension InspectedTransaction {
  fileprivate init(
    number: Int64, time: Date, author: String?, process: String, cause: String,
    _ record: Result<HistoryRecord, any Error>
  ) {
    (self.number, self.time, self.author) = (number, time, author)
    (self.process, self.cause) = (process, cause)
    switch record {
    case .success(let record): (groups, problem) = (Group.groups(of: record), nil)
    case .failure(let error):
      groups = []
      problem = (error as? SwiftDataError)?.explanation ?? "\(error)"
    }
  }
}

extension InspectedTransaction.Group {
  static func groups(of record: HistoryRecord) -> [InspectedTransaction.Group] {
    func whole(_ kind: RowChange.Kind) -> InspectedTransaction.Group {
      InspectedTransaction.Group(entity: nil, kind: kind, properties: [], keys: [], targets: [])
    }
    return (record.isErasure ? [whole(.erase)] : [])
      + (record.isRestoration ? [whole(.restore)] : [])
      + record.groups.map { group in
        InspectedTransaction.Group(
          entity: group.entityName, kind: RowChange.Kind(group.kind),
          properties: group.properties + group.collections, keys: group.rowIDs, targets: [])
      }
      + record.links.map { links in
        InspectedTransaction.Group(
          entity: links.entityName, kind: RowChange.Kind(links.kind), properties: [links.property],
          keys: links.pairs.isEmpty ? links.rowIDs : links.pairs.map(\.source),
          targets: links.pairs.map(\.target))
      }
  }
}

extension RowChange.Kind {
  fileprivate init(_ kind: HistoryRecord.Kind) {
    self =
      switch kind {
      case .insert: .insert
      case .update: .update
      case .delete: .delete
      }
  }

  fileprivate init(_ kind: LinkChanges.Kind) {
    self =
      switch kind {
      case .link: .link
      case .unlink: .unlink
      case .order: .order
      }
  }
}
