import Foundation

/// The files of one store that hold what is too large for its rows, as its writer sees them.
///
/// A file is written and synchronised before the transaction commits whose rows name it, under a
/// name that was never used before, and is never changed. Several rows may name it. When none does
/// it is deleted, after the transaction has committed in which that came to be. So at any moment
/// every row's file is there, whatever is killed; files that nobody names are found when the store
/// is opened.
// Sendable: used by whoever has the store's writer for himself.
final class ExternalFiles: @unchecked Sendable {
  let directory: String
  // The connection has the files.
  private unowned let connection: Connection
  /// The files of the transaction that is running.
  private var written: [String] = []
  /// Whether the transaction may have been committed.
  private var isSettled = false

  /// Nil for a database in memory, which keeps everything in its rows.
  init?(_ connection: Connection) {
    self.connection = connection
    directory = ExternalColumn.directory(of: connection.handle)
    if directory.isEmpty { return nil }
  }

  // MARK: A transaction

  func begin() {
    written = []
    isSettled = false
  }

  /// Writes a file.
  ///
  /// - Returns: Its name.
  /// - Throws: ``SwiftDataError/storeFailure``.
  func write(_ data: Data) throws -> String {
    let name = UUID().uuidString
    do {
      if written.isEmpty { try DurableFile.makeDirectory(directory) }
      written.append(name)
      try DurableFile.write(
        data, to: "\(directory)/\(name)", likeThoseOf: connection.handle)
    } catch {
      throw SwiftDataError.storeFailure.because(
        """
        \(directory)/\(name) cannot be written, which is to hold \(data.count) bytes of external \
        storage: \((error as? SwiftDataError)?.explanation ?? error.localizedDescription)
        """)
    }
    return name
  }

  /// What a row holds of a value: its bytes or, if they are many and there may be files, the name of
  /// a new one with them.
  ///
  /// - Throws: ``SwiftDataError/storeFailure``.
  static func column(of data: Data, _ files: ExternalFiles?) throws -> Data {
    guard let files, data.count > ExternalColumn.threshold else {
      return ExternalColumn.inlined(data)
    }
    return ExternalColumn.reference(try files.write(data))
  }

  /// Whether rows may go on naming a file: one of them does, or the file is there.
  func canKeep(_ name: String) throws -> Bool {
    try ExternalTables.isNamed(name, on: connection) || has(name)
  }

  /// Whether a file is there.
  private func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(directory)/\(name)")
  }

  /// Sees to it that the files of the transaction outlive a failure of power, before it commits.
  func settle() throws {
    if written.isEmpty { return }
    // An upsert writes what turns out to be another row twice.
    for name in written where try !ExternalTables.isNamed(name, on: connection) {
      try? FileManager.default.removeItem(atPath: "\(directory)/\(name)")
    }
    do {
      try DurableFile.synchronizeDirectory(directory)
    } catch {
      throw SwiftDataError.storeFailure.because(
        "\(directory) cannot be synchronised: \(error.localizedDescription)")
    }
    isSettled = true
  }

  /// The transaction has failed.
  func abandon() {
    // Where the commit itself has failed it is not known whether rows name the files. If none do,
    // they are found when the store is opened.
    if !isSettled {
      for name in written { try? FileManager.default.removeItem(atPath: "\(directory)/\(name)") }
    }
    begin()
  }

  // MARK: Sweeping

  /// Deletes the files that rows have ceased to name, in a transaction of its own.
  ///
  /// What cannot be deleted now is tried again after the next transaction.
  func sweep() { attempt { try removeUnused(isWaiting: true) } }

  /// Deletes the files that rows have ceased to name, and those that no row ever named: those of
  /// transactions that were killed. If there are none, this only reads.
  ///
  /// - Parameter isWaiting: `false` to leave the files to the next opening if another connection is writing.
  func sweepAll(isWaiting: Bool) {
    attempt {
      try removeUnused(isWaiting: isWaiting)
      try removeStrangers(isWaiting: isWaiting)
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

  private func removeStrangers(isWaiting: Bool) throws {
    guard try !strangers().isEmpty else { return }
    // Another connection may be about to commit rows that name them. In a transaction that may write
    // there is no other one.
    try transaction(isWaiting: isWaiting) {
      for name in try strangers() { remove(name) }
    }
  }

  /// The files that the table does not know.
  private func strangers() throws -> [String] {
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
      Log.container.warning("\(directory) was not swept: \(error)")
    }
  }

  /// The same after everything was replaced: the log has that, and no power failure may take it back
  /// once the files have gone.
  func sweepAfterReplacement() {
    guard FileManager.default.fileExists(atPath: directory) else { return }
    attempt {
      try synchronizeLog()
      if try ExternalTables.exist(on: connection) { sweepAll(isWaiting: true) }
    }
  }

  /// Removes a file; false if it is still there.
  @discardableResult
  private func remove(_ name: String) -> Bool {
    try? FileManager.default.removeItem(atPath: "\(directory)/\(name)")
    return !has(name)
  }

  /// The log has the rows that name other files now. It outlives a failure of power at the next
  /// checkpoint, which may be after the deletion of the files would.
  private func synchronizeLog() throws {
    let log = "\(connection.path)-wal"
    guard FileManager.default.fileExists(atPath: log) else { return }
    try DurableFile.synchronize(log)
  }
}

// MARK: - Binding

extension _Binder {
  /// Binds the bytes of a value, in its row or, if they are many, in a file.
  mutating func bind(external data: Data) {
    do {
      bind(.blob(try ExternalFiles.column(of: data, files)))
    } catch {
      fail(error as? SwiftDataError ?? .storeFailure.because("\(error)"))
    }
  }

  /// Binds a value that is in a file.
  ///
  /// - Parameter data: The value's bytes, if the file was read. They are written anew if the file is
  ///   about to go, or has gone.
  mutating func bind(external location: ExternalLocation, or data: () throws -> Data?) throws {
    if let files, try files.canKeep(location.name) {
      return bind(.blob(ExternalColumn.reference(location.name)))
    }
    if let data = try data() { return bind(external: data) }
    fail(.missingExternalFile.because("the file \(location.path) has gone"))
  }
}
