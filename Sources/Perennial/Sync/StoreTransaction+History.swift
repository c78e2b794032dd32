package import PerennialRecords

/// A transaction of a store's history.
package struct HistoryEntry: Sendable {
  /// The number of the transaction.
  package let number: Int64
  /// The stamp of all its changes.
  package let stamp: Stamp
  package let cause: TransactionCause
  package let record: HistoryRecord
}

extension StoreTransaction {
  /// Returns the transactions of the history after a number, the earliest first.
  ///
  /// - Throws: ``SwiftDataError/storeFailure`` if one of them is damaged.
  package func historyEntries(after number: Int64, limit: Int) throws -> [HistoryEntry] {
    var entries: [HistoryEntry] = []
    try connection.rows(
      """
      SELECT id, stamp, device, cause, changes FROM \(HistoryTables.transactions) \
      WHERE id > ? ORDER BY id LIMIT ?
      """, [.integer(number), .integer(Int64(limit))]
    ) { row in
      let number = row.int64()
      let (time, device) = (
        HybridTime(rawValue: row.int64()), DeviceIdentifier(rawValue: row.int64())
      )
      guard let time, let device, let cause = TransactionCause(rawValue: row.string()) else {
        throw SwiftDataError.storeFailure.because(
          """
          \(connection.path): the transaction \(number) of the history has no stamp or no cause. \
          deleteHistory(_:) removes it
          """)
      }
      // The values of transactions of a hub are in the knowledge of its records.
      let record =
        cause == .remote
        ? HistoryRecord()
        : try HistoryRecord(text: row.string(), transaction: number, path: connection.path)
      entries.append(
        HistoryEntry(
          number: number, stamp: Stamp(time: time, device: device), cause: cause, record: record))
    }
    return entries
  }

  /// The number of the last transaction that was deleted at the beginning of the history.
  package var historyFloor: Int64 {
    get throws { try HistoryTables.floor(on: connection) }
  }

  /// The number of the last transaction.
  package var lastEntry: Int64 {
    get throws { try HistoryTables.last(on: connection) }
  }
}

extension StoreTransaction {
  /// Returns a key for an object that no other object of this process has.
  package func newKey() -> Int64 { IdentityGenerator.next() }
}
