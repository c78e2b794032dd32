import Foundation

// The deletion of files that rows no longer reference.

extension ExternalFiles {
  /// Deletes the files that rows no longer reference, in a separate transaction.
  ///
  /// The sweep after the next transaction tries again to delete a file that cannot be deleted now.
  func sweep() { attempt { try removeUnused(isWaiting: true) } }

  /// Deletes the files that rows no longer reference, and files of killed transactions, which no row
  /// ever referenced. If there are none, this only reads.
  ///
  /// - Parameter isWaiting: `false` to leave the files to the next opening if another connection is
  ///   writing.
  func sweepAll(isWaiting: Bool) {
    attempt {
      try removeUnused(isWaiting: isWaiting)
      try removeUnknownFiles(isWaiting: isWaiting)
    }
  }

  private func removeUnused(isWaiting: Bool) throws {
    guard try ExternalTables.hasUnused(on: connection),
      try !ExternalTables.unused(on: connection).isEmpty
    else { return }
    try synchronizeLog()
    try transaction(isWaiting: isWaiting) {
      let names = try ExternalTables.unused(on: connection)
      try ExternalTables.forget(names.filter(remove), on: connection)
    }
  }

  private func removeUnknownFiles(isWaiting: Bool) throws {
    guard try !unknownFiles().isEmpty else { return }
    // Another connection may be about to commit rows that reference them. A write transaction of this
    // connection excludes that.
    try transaction(isWaiting: isWaiting) {
      for name in try unknownFiles() { remove(name) }
    }
  }

  /// Returns the files in the directory that are not in the table.
  private func unknownFiles() throws -> [String] {
    guard FileManager.default.fileExists(atPath: directory) else { return [] }
    let names = try FileManager.default.contentsOfDirectory(atPath: directory)
      .filter { UUID(uuidString: $0) != nil }
    if names.isEmpty { return [] }
    let known = try ExternalTables.names(on: connection)
    return names.filter { !known.contains($0) }
  }

  private func transaction(isWaiting: Bool, _ body: () throws -> Void) throws {
    if isWaiting { return try connection.transaction(body) }
    _ = try connection.transactionIfUnlocked(body)
  }

  private func attempt(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      Log.container.warning("\(directory) was not cleaned up: \(error)")
    }
  }

  /// Deletes the files that rows no longer reference, after all contents were replaced. Synchronises
  /// the log first. Otherwise a power failure could restore the former rows without their files.
  func sweepAfterReplacement() {
    guard FileManager.default.fileExists(atPath: directory) else { return }
    attempt {
      try synchronizeLog()
      if try ExternalTables.exist(on: connection) { sweepAll(isWaiting: true) }
    }
  }

  /// Removes a file.
  ///
  /// - Returns: `false` if the file still exists.
  @discardableResult
  private func remove(_ name: String) -> Bool {
    try? FileManager.default.removeItem(atPath: "\(directory)/\(name)")
    return !has(name)
  }

  /// Synchronises the log, which has the rows with references to other files. Without this, the log is
  /// durable only after the next checkpoint, which may be later than the deletion of the files.
  private func synchronizeLog() throws {
    let log = "\(connection.path)-wal"
    guard FileManager.default.fileExists(atPath: log) else { return }
    try DurableFile.synchronize(log)
  }
}
