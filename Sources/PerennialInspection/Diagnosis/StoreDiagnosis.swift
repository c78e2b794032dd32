public import Foundation
import Perennial
import PerennialSQLite

/// The reason why a store cannot be opened.
public enum StoreDiagnosis: Hashable, Sendable {
  /// There is no file.
  case missing
  /// The path is that of a directory. Backups are directories.
  case directory
  /// The file may not be read.
  case unreadable
  /// The file has no content.
  case empty
  /// The file is not a SQLite database, or is encrypted.
  case notDatabase
  /// Another process has locked the file.
  case locked
  /// The file is damaged.
  case damaged
  /// The file is a database of another program.
  case otherProgram
  /// The file has a format that this version does not read.
  case newerFormat(Int)
  /// None of the known reasons. The error that the opening has thrown tells more.
  case other

  /// Finds the reason by reading the file again.
  ///
  /// ```swift
  /// do {
  ///   let store = try InspectedStore(url)
  /// } catch {
  ///   if case .locked = StoreDiagnosis(url) { print("Another process has locked the store.") }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - url: The file of the store.
  ///   - patience: The time to wait for a lock on the file that another process holds.
  public init(_ url: URL, patience: Duration = .seconds(1)) {
    var isDirectory: ObjCBool = false
    let manager = FileManager.default
    guard manager.fileExists(atPath: url.path, isDirectory: &isDirectory) else {
      self = .missing
      return
    }
    if isDirectory.boolValue {
      self = .directory
      return
    }
    guard let file = FileHandle(forReadingAtPath: url.path),
      let start = try? file.read(upToCount: 16) ?? Data()
    else {
      self = .unreadable
      return
    }
    try? file.close()
    if start.isEmpty {
      self = .empty
    } else if start != Data("SQLite format 3\0".utf8) {
      self = .notDatabase
    } else {
      self = Self.diagnosis(ofDatabase: url.path, patience)
    }
  }

  private static func diagnosis(ofDatabase path: String, _ patience: Duration) -> StoreDiagnosis {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else {
      return .other
    }
    sqlite3_busy_timeout(handle, Int32(clamping: Int(patience / .milliseconds(1))))
    let tables = "SELECT count(*), sum(name = '\(StoreMetadata.table)') FROM sqlite_master"
    switch integers(tables, count: 2, in: handle) {
    case .failure(let failure): return failure.reason
    case .success(let counts) where counts[0] == 0: return .empty
    case .success(let counts) where counts[1] == 0: return .otherProgram
    default: break
    }
    let format = "SELECT CAST(value AS INTEGER) FROM \(StoreMetadata.table) WHERE key = 'format'"
    switch integers(format, count: 1, in: handle) {
    case .failure(let failure): return failure.reason
    case .success(let format) where format[0] > StoreMetadata.formatVersion:
      return .newerFormat(format[0])
    case .success: break
    }
    return .other
  }

  private struct Failure: Error {
    let reason: StoreDiagnosis
  }

  /// Returns the integers in the first row of a query.
  private static func integers(
    _ sql: String, count: Int32, in handle: OpaquePointer?
  ) -> Result<[Int], Failure> {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    var code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    if code == SQLITE_OK { code = sqlite3_step(statement) }
    if code == SQLITE_ROW {
      return .success((0..<count).map { Int(sqlite3_column_int64(statement, $0)) })
    }
    let reason: StoreDiagnosis =
      switch code & 0xFF {
      case SQLITE_BUSY, SQLITE_LOCKED: .locked
      case SQLITE_NOTADB: .notDatabase
      case SQLITE_CORRUPT: .damaged
      case SQLITE_DONE: .damaged
      default: .other
      }
    return .failure(Failure(reason: reason))
  }
}
