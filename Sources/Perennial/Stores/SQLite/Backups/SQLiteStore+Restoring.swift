import Foundation

// How a staged store takes the place of what a store has, while others use it.

extension SQLiteStore {
  /// The directory of the files beside the store; nil for a store in memory.
  var externalDirectory: String? { isInMemory ? nil : "\(path)-external" }

  /// Copies a staged store over this one, in one transaction of the write-ahead log: readers of all
  /// processes see what there was until it is committed, and then what there is.
  ///
  /// - Parameter next: What else has to be done before this is committed.
  /// - Returns: The number of the transaction in the history, and of the one before it.
  func replaceContents(
    with staged: StagedStore, and next: () throws -> Void
  ) throws -> (number: Int64, previous: Int64)? {
    guard allowsSave else { throw readOnlyError }
    return try exclusively { writer in
      try checkIsIdle()
      let onlyConnection = try isInMemory ? lastTransaction(on: writer) : nil
      let pages = try PageCopy(from: staged.connection, to: writer)
      // From here on nobody else writes, nor deletes a file.
      try pages.lock()
      let last = try isInMemory ? onlyConnection : lastTransaction()
      let number = try staged.enterHistory(after: last)
      let files = try staged.moveFiles()
      do {
        try next()
        _ = try pages.step(-1)
        try pages.finish()
      } catch {
        for path in files { try? FileManager.default.removeItem(atPath: path) }
        throw error
      }
      try didReplaceContents(in: number)
      if let number, let last { return (number, last) }
      return nil
    }
  }

  private func lastTransaction() throws -> Int64? {
    let connection = try lendReader()
    defer { takeBack(connection) }
    return try lastTransaction(on: connection)
  }

  /// The number of the last transaction; nil if the file has no history.
  private func lastTransaction(on connection: Connection) throws -> Int64? {
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
