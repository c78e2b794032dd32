import Foundation

// How a staged store takes the place of what a store has, while others use it.

extension SQLiteStore {
  /// The directory of the files beside the store; nil for a store in memory.
  var externalDirectory: String? { isInMemory ? nil : "\(path)-external" }

  /// The number of the last transaction, as a reader sees it; nil if the file has no history.
  func lastTransaction() throws -> Int64? {
    let connection = try lendReader()
    defer { takeBack(connection) }
    return try lastTransaction(on: connection)
  }

  /// The number of the last transaction; nil if the file has no history.
  func lastTransaction(on connection: Connection) throws -> Int64? {
    try HistoryTables.exist(on: connection) ? HistoryTables.last(on: connection) : nil
  }

  /// Sees to it that the new contents outlive a failure of power, and deletes the files of the former
  /// ones. Nothing depends on it.
  func settleReplacement() {
    exclusively { writer in
      if isInMemory { return }
      writer.files?.sweepAfterReplacement()
      do {
        try writer.run("PRAGMA wal_checkpoint(PASSIVE)")
      } catch {
        Log.container.warning("\(path): the log of a restored store stays long: \(error)")
      }
    }
  }
}
