import PerennialRecords
import Foundation

// The replacement of a store's contents by a staged store, while other connections use the store.

extension SQLiteStore {
  /// The directory of the files beside the store; nil for a store in memory.
  var externalDirectory: String? { isInMemory ? nil : "\(path)-external" }

  /// Returns the number of the last transaction, and the time of the clock, as a reader sees them. The number
  /// is nil if the file has no history.
  func lastEntry() throws -> (number: Int64?, time: HybridTime) {
    let connection = try lendReader()
    defer { takeBack(connection) }
    return try lastEntry(on: connection)
  }

  /// Returns the number of the last transaction, and the time of the clock. The number is nil if the file has
  /// no history.
  func lastEntry(on connection: Connection) throws -> (number: Int64?, time: HybridTime) {
    let number = try HistoryTables.exist(on: connection) ? HistoryTables.last(on: connection) : nil
    return (number, try ClockRecord(on: connection).latest)
  }

  /// Makes the new contents durable against a power failure, and deletes the files of the former
  /// contents. The restored store is correct even if this fails.
  func settleReplacement() {
    exclusively { writer in
      if isInMemory { return }
      writer.files?.sweepAfterReplacement()
      do {
        try writer.run("PRAGMA wal_checkpoint(PASSIVE)")
      } catch {
        Log.container.warning("\(path): the log of a restored store was not truncated: \(error)")
      }
    }
  }
}
