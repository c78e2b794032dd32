import Foundation
import Perennial
import PerennialSQLite

/// The SQLite database of a store, opened for reading. Errors are those of this module.
final class SourceDatabase {
  let source: SourceFile
  private let connection: Connection
  /// The copy that is read; nil if the file itself is.
  private let copy: SourceCopy?

  /// `true` if a copy is read instead of the file.
  var isCopied: Bool { copy != nil }
  /// The path of the copy that is read; nil if the file itself is.
  var copiedPath: String? { copy?.path }
  /// The path of the store's file, which errors name.
  var path: String { source.path }

  /// Opens the database.
  ///
  /// - Throws: ``AppleStoreError``.
  init(_ url: URL) throws {
    source = try SourceFile(url)
    do {
      if case .inPlace(let access) = try source.reading() {
        do {
          connection = try Connection(reading: source.path, access: access)
          copy = nil
          return
        } catch let error as SwiftDataError where !error.isLocked {
          // A file that SQLite has to repair first, or whose directory does not allow what it needs.
        }
      }
      let copy = try SourceCopy(of: source)
      connection = try Connection(reading: copy.path, access: .copy)
      self.copy = copy
    } catch let error as SwiftDataError {
      throw Self.error(error, code: nil, in: source)
    }
  }

  /// Opens the file without its write-ahead log; nil if that does not work.
  private convenience init?(withoutLogOf source: SourceFile) {
    self.init(source, access: .immutable)
  }

  /// Opens the file in place to find its kind, also if another process writes to it; nil if that does not work.
  convenience init?(kindOf source: SourceFile) {
    self.init(source, access: source.accessForKind)
  }

  private init?(_ source: SourceFile, access: ForeignAccess) {
    guard let connection = try? Connection(reading: source.path, access: access) else {
      return nil
    }
    self.source = source
    self.connection = connection
    copy = nil
  }

  /// The file without its write-ahead log. Nil if there is no log, or if the file alone is not a database.
  var withoutLog: SourceDatabase? {
    source.hasLog ? SourceDatabase(withoutLogOf: source) : nil
  }

  /// Runs a query and passes each row to a block.
  ///
  /// - Throws: ``AppleStoreError``, and the errors of the block.
  func rows(
    _ sql: String, _ bindings: [SQLValue] = [], forEach body: (inout _Storage.Row) throws -> Void
  ) throws {
    do {
      try connection.rows(sql, bindings) { row in
        do { try body(&row) } catch { throw Thrown(error: error) }
      }
    } catch let thrown as Thrown {
      throw thrown.error
    } catch {
      throw Self.error(error, code: sqlite3_extended_errcode(connection.handle), in: source)
    }
  }

  /// The error of a block, which is none of SQLite.
  private struct Thrown: Error {
    let error: any Error
  }

  /// Returns a value for each row of a query.
  func map<Value>(
    _ sql: String, _ bindings: [SQLValue] = [],
    transform: (inout _Storage.Row) throws -> Value
  ) throws -> [Value] {
    var values: [Value] = []
    try rows(sql, bindings) { values.append(try transform(&$0)) }
    return values
  }

  /// Returns the integer of a query's first row; nil if there is none, or NULL.
  func integer(_ sql: String, _ bindings: [SQLValue] = []) throws -> Int64? {
    try map(sql, bindings) { $0.value().key }.first ?? nil
  }

  /// Runs a block on one state of the database, also if another process writes to it meanwhile.
  ///
  /// - Throws: ``AppleStoreError``, and the errors of the block.
  func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    guard sqlite3_get_autocommit(connection.handle) != 0 else { return try body() }
    try rows("BEGIN") { _ in }
    defer { try? connection.run("COMMIT") }
    return try body()
  }

  /// Throws an error if a process has written to the file since it was opened.
  ///
  /// A file with a write-ahead log is read without locks, so that no index is made beside it.
  func checkUnchanged() throws {
    guard copy == nil, !source.isUnchanged else { return }
    throw AppleStoreError(
      .changedFile, path: path,
      "A program has written to the file while it was read. Close that program, and try again.")
  }

  private static func error(
    _ error: any Error, code: Int32?, in source: SourceFile
  ) -> AppleStoreError {
    let path = source.path
    guard let failure = error as? SwiftDataError else {
      return AppleStoreError(.unreadableFile, path: path, error.localizedDescription)
    }
    if failure.isLocked {
      return AppleStoreError(
        .lockedFile, path: path, "Another program has locked the file. Close it, and try again.")
    }
    switch (code ?? SQLITE_CORRUPT) & 0xFF {
    case SQLITE_NOTADB:
      return AppleStoreError(
        .notDatabase, path: path, "The file is not a SQLite database, or it is encrypted.")
    case SQLITE_CORRUPT, SQLITE_ERROR, SQLITE_FORMAT, SQLITE_MISMATCH, SQLITE_TOOBIG:
      return AppleStoreError(
        .damagedFile, path: path,
        """
        The file is damaged, or its write-ahead log belongs to another file. Take another copy of both. SQLite reports: \
        \(failure.explanation)
        """)
    default:
      return AppleStoreError(
        .unreadableFile, path: path,
        "The file cannot be read. SQLite reports: \(failure.explanation)")
    }
  }
}
