package import Foundation

/// The files of one store with the values that are too large for its rows, as used by the writing
/// connection.
///
/// A file gets a name that was never used before, and is never changed. It is written and synchronised
/// before the commit of the rows that reference it. Several rows may reference it. It is deleted after
/// the commit of the transaction that removed its last reference. So the file of every row exists at
/// any moment, even if a process is killed. Files without references are found when the store is
/// opened.
// Sendable: used by the thread that has locked the store's writing connection.
final class ExternalFiles: @unchecked Sendable {
  let directory: String
  // The connection owns this object.
  unowned let connection: Connection
  /// The files of the current transaction.
  private var written: [String] = []
  /// A Boolean value that indicates whether the transaction may have been committed.
  private var isSettled = false

  /// Creates the files of a database; nil for a database in memory, which stores all values in its
  /// rows.
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
  /// - Returns: The name of the file.
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
        \(directory)/\(name) cannot be written, for \(data.count) bytes of external \
        storage: \((error as? SwiftDataError)?.explanation ?? error.localizedDescription)
        """)
    }
    return name
  }

  /// Returns the content of a row's column for a value: its bytes or, if they are many and files are
  /// available, the name of a new file.
  ///
  /// - Throws: ``SwiftDataError/storeFailure``.
  static func column(of data: Data, _ files: ExternalFiles?) throws -> Data {
    guard let files, data.count > ExternalColumn.threshold else {
      return ExternalColumn.inlined(data)
    }
    return ExternalColumn.reference(try files.write(data))
  }

  /// Returns `true` if rows may keep a reference to a file: another row references it, or the file
  /// exists.
  func canKeep(_ name: String) throws -> Bool {
    try ExternalTables.isNamed(name, on: connection) || has(name)
  }

  /// Returns `true` if a file exists.
  func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(directory)/\(name)")
  }

  /// Makes the files of the transaction durable against a power failure, before the transaction
  /// commits.
  func settle() throws {
    if written.isEmpty { return }
    // An upsert writes the values of an existing row twice.
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

  /// Deletes the files of a failed transaction.
  func abandon() {
    // If the commit itself has failed, it is unknown whether rows reference the files. Files without
    // references are found when the store is opened.
    if !isSettled {
      for name in written { try? FileManager.default.removeItem(atPath: "\(directory)/\(name)") }
    }
    begin()
  }

}

// MARK: - Binding

extension _Storage.Binder {
  /// Binds the bytes of a value, in its row or, if they are many, in a file.
  package mutating func bind(external data: Data) {
    do {
      bind(.blob(try ExternalFiles.column(of: data, files)))
    } catch {
      fail(error as? SwiftDataError ?? .storeFailure.because("\(error)"))
    }
  }

  /// Binds a value that is in a file.
  ///
  /// - Parameters:
  ///   - location: The location of the file.
  ///   - data: Returns the value's bytes if the file was read, or nil. They are written again if the
  ///     file has lost its last reference or does not exist.
  mutating func bind(external location: ExternalLocation, or data: () throws -> Data?) throws {
    if let files, try files.canKeep(location.name) {
      return bind(.blob(ExternalColumn.reference(location.name)))
    }
    if let data = try data() { return bind(external: data) }
    fail(.missingExternalFile.because("the file \(location.path) is missing"))
  }
}
