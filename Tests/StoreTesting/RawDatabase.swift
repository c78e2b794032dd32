public import Foundation
import PerennialSQLite

/// A store's file seen by SQLite alone, without the framework.
public struct RawDatabase: ~Copyable {
  public struct Failure: Error {
    public let code: Int32
    public let message: String
  }

  private let handle: OpaquePointer

  /// - Parameter flags: How SQLite is to open the file; nil to read and write it, and make it if need be.
  public init(_ url: URL, flags: Int32? = nil) throws {
    let flags = flags ?? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(url.path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      sqlite3_close_v2(handle)
      throw Failure(code: code, message: "\(url.path) does not open")
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, 5000)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Moves what is in the write-ahead log to the file, so that the file by itself is the store. A
  /// container that was just let go of may still have it open.
  public static func settle(_ url: URL) throws {
    try RawDatabase(url).run("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Runs statements; what they give is dropped.
  public func run(_ sql: String) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// The rows of a query, each value as SQL would write it down.
  public func rows(_ sql: String) throws -> [[String]] {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    guard code == SQLITE_OK, let statement else { throw failure(code) }
    defer { sqlite3_finalize(statement) }
    var rows: [[String]] = []
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return rows }
      guard code == SQLITE_ROW else { throw failure(code) }
      rows.append((0..<sqlite3_column_count(statement)).map { Self.text(statement, $0) })
    }
  }

  /// The only value of a query.
  public func value(_ sql: String) throws -> String? { try rows(sql).first?.first }

  private static func text(_ statement: OpaquePointer, _ column: Int32) -> String {
    if sqlite3_column_type(statement, column) == SQLITE_NULL { return "NULL" }
    guard let text = sqlite3_column_text(statement, column) else { return "" }
    return String(cString: text)
  }

  private func failure(_ code: Int32) -> Failure {
    Failure(code: code, message: String(cString: sqlite3_errmsg(handle)))
  }
}

extension RawDatabase {
  /// The names of a table's columns.
  public func columns(of table: String) throws -> [String] {
    try rows("SELECT name FROM pragma_table_info('\(table)')").map { "\"\($0[0])\"" }
  }

  /// A whole table, or some columns of it, in the order of the first two: its values as SQL writes them
  /// down, to the byte.
  public func table(_ name: String, _ columns: [String]? = nil) throws -> [[String]] {
    let columns = try columns ?? self.columns(of: name)
    let list = columns.map { "quote(\($0))" }.joined(separator: ", ")
    let order = columns.prefix(2).joined(separator: ", ")
    return try rows("SELECT \(list) FROM \"\(name)\" ORDER BY \(order)")
  }

  /// The rows that refer to what is not there.
  public var danglingReferences: [[String]] {
    get throws { try rows("PRAGMA foreign_key_check") }
  }
}
