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

extension HistoryEntry {
  /// Returns the transaction in parts with a limited number of objects, for a transaction with many of them. The
  /// changes of links are in the last part.
  package func parts(of size: Int) -> [HistoryEntry] {
    guard record.objectCount > size else { return [self] }
    var parts: [HistoryEntry] = []
    for group in record.groups {
      for start in stride(from: 0, to: group.rowIDs.count, by: size) {
        var part = group
        part.rowIDs = Array(group.rowIDs[start..<min(start + size, group.rowIDs.count)])
        if !group.upserts.isEmpty {
          part.upserts = Array(Set(part.rowIDs).intersection(group.upserts)).sorted()
        }
        var record = HistoryRecord()
        record.groups = [part]
        parts.append(HistoryEntry(number: number, stamp: stamp, cause: cause, record: record))
      }
    }
    var rest = record
    rest.groups = []
    return parts + [HistoryEntry(number: number, stamp: stamp, cause: cause, record: rest)]
  }
}

extension HistoryRecord {
  /// The number of inserted, updated and deleted objects.
  package var objectCount: Int { groups.reduce(0) { $0 + $1.rowIDs.count } }
}

extension StoreTransaction {
  /// Returns the transactions of the history after a number, the earliest first.
  ///
  /// - Throws: ``SwiftDataError/storeFailure`` if one of them is damaged.
  package func historyEntries(after number: Int64, limit: Int) throws -> [HistoryEntry] {
    try connection.map(
      """
      SELECT id, stamp, device, cause, changes FROM \(HistoryTables.transactions) \
      WHERE id > ? ORDER BY id LIMIT ?
      """, [.integer(number), .integer(Int64(limit))]
    ) { try entry(&$0) }
  }

  /// Removes the transactions of a restored backup whose changes sync had not taken, and returns them, the earliest
  /// first.
  ///
  /// - Throws: ``SwiftDataError/storeFailure`` if one of them is damaged.
  package func removePendingEntries() throws -> [HistoryEntry] {
    let entries = try connection.map(
      """
      SELECT e.value ->> 0, e.value ->> 1, e.value ->> 2, e.value ->> 3, e.value -> 4 \
      FROM \(StoreMetadata.table) AS m, json_each(m.value) AS e WHERE m.key = ? ORDER BY e.key
      """, [.text(StoreMetadata.syncUntakenKey)]
    ) { try entry(&$0) }
    if !entries.isEmpty {
      try StoreMetadata.set(StoreMetadata.syncUntakenKey, nil, on: connection)
    }
    return entries
  }

  private func entry(_ row: inout _Storage.Row) throws -> HistoryEntry {
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
    return HistoryEntry(
      number: number, stamp: Stamp(time: time, device: device), cause: cause, record: record)
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
