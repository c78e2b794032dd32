import Foundation
import Perennial
import PerennialSQLite

/// A statement that a person has written, and that only reads.
struct ConsoleStatement {
  private let statement: OpaquePointer
  private let handle: OpaquePointer

  /// Prepares a statement.
  ///
  /// - Throws: ``SQLError`` if the text isn't a single statement that reads.
  init(_ sql: String, on handle: OpaquePointer) throws {
    self.handle = handle
    sqlite3_set_authorizer(
      handle,
      { _, action, first, second, _, _ in
        ConsoleStatement.isAllowed(action, first: first, second: second) ? SQLITE_OK : SQLITE_DENY
      }, nil)
    defer { NoteSuppression.install(on: handle) }
    let bytes = Array(sql.utf8CString)
    var statement: OpaquePointer?
    var used = 0
    let code = bytes.withUnsafeBufferPointer { buffer in
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v2(
        handle, buffer.baseAddress, Int32(clamping: buffer.count), &statement, &tail)
      if let base = buffer.baseAddress, let tail { used = tail - base }
      return code
    }
    guard code == SQLITE_OK else {
      throw Self.error(on: handle, code, sql)
    }
    guard let statement else {
      throw SQLError(
        reason: "There is no statement. Write a query, such as SELECT 1.", position: nil)
    }
    self.statement = statement
    let rest = sql.utf8.dropFirst(used)
    if let next = rest.firstIndex(where: { !" \t\r\n;".utf8.contains($0) }) {
      sqlite3_finalize(statement)
      throw SQLError(
        reason: "Only one statement is run at a time. Remove this one.",
        position: sql.distance(from: sql.startIndex, to: next))
    }
    guard sqlite3_stmt_readonly(statement) != 0 else {
      sqlite3_finalize(statement)
      throw SQLError(reason: Self.refusal, position: nil)
    }
  }

  /// Ends the statement. It cannot be used any more.
  func finalize() { sqlite3_finalize(statement) }

  var columns: [String] {
    (0..<sqlite3_column_count(statement)).map { index in
      sqlite3_column_name(statement, index).map { String(cString: $0) } ?? ""
    }
  }

  /// Steps to the next row.
  ///
  /// - Returns: `false` if there are no more rows.
  func step() throws -> Bool {
    let code = sqlite3_step(statement)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw SQLError(reason: String(cString: sqlite3_errmsg(handle)), position: nil)
    }
  }

  /// Returns the values of the row.
  ///
  /// - Parameter longest: The number of characters or bytes after which values are shortened.
  func values(longest: Int) -> [SQLResultValue] {
    (0..<sqlite3_column_count(statement)).map { index in
      switch sqlite3_column_type(statement, index) {
      case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, index))
      case SQLITE_FLOAT: .real(sqlite3_column_double(statement, index))
      case SQLITE_TEXT:
        .text(
          Self.text(
            sqlite3_column_text(statement, index), longest: longest, of: statement, at: index))
      case SQLITE_BLOB:
        .blob(
          Data(
            UnsafeRawBufferPointer(
              start: sqlite3_column_blob(statement, index),
              count: min(longest, Int(sqlite3_column_bytes(statement, index))))))
      default: .null
      }
    }
  }

  private static func text(
    _ start: UnsafePointer<UInt8>?, longest: Int, of statement: OpaquePointer, at index: Int32
  ) -> String {
    // A character has at most four bytes in most texts; the rest of a long text is not copied.
    let count = Int(sqlite3_column_bytes(statement, index))
    let bytes = UnsafeBufferPointer(start: start, count: min(count, longest * 4))
    let text = String(decoding: bytes, as: UTF8.self)
    let beginning = text.prefix(longest)
    return beginning.count < text.count || count > bytes.count ? "\(beginning)…" : text
  }

  // MARK: Permission

  private static let refusal = "Only queries are run: the studio does not change a store."

  private static let pragmas: Set<String> = [
    "application_id", "auto_vacuum", "cache_size", "collation_list", "compile_options",
    "database_list", "encoding", "foreign_key_check", "foreign_key_list", "foreign_keys",
    "freelist_count", "function_list", "index_info", "index_list", "index_xinfo",
    "integrity_check", "journal_mode", "page_count", "page_size", "pragma_list", "quick_check",
    "schema_version", "table_info", "table_list", "table_xinfo", "user_version",
  ]
  /// The pragmas whose argument names what they read. The argument of the others is a new value.
  private static let pragmasWithArgument: Set<String> = [
    "foreign_key_check", "foreign_key_list", "index_info", "index_list", "index_xinfo",
    "integrity_check", "quick_check", "table_info", "table_list", "table_xinfo",
  ]

  /// Returns `true` for an action of a statement that reads.
  private static func isAllowed(
    _ action: Int32, first: UnsafePointer<CChar>?, second: UnsafePointer<CChar>?
  ) -> Bool {
    func text(_ pointer: UnsafePointer<CChar>?) -> String? {
      pointer.map { String(cString: $0).lowercased() }
    }
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: return true
    case SQLITE_FUNCTION: return text(second) != "load_extension"
    case SQLITE_PRAGMA:
      guard let name = text(first), pragmas.contains(name) else { return false }
      return second == nil || pragmasWithArgument.contains(name)
    default: return false
    }
  }

  private static func error(
    on handle: OpaquePointer, _ code: Int32, _ sql: String
  ) -> SQLError {
    if code & 0xFF == SQLITE_AUTH { return SQLError(reason: refusal, position: nil) }
    let offset = Int(sqlite3_error_offset(handle))
    let position: Int? =
      if offset >= 0, offset <= sql.utf8.count {
        sql.distance(
          from: sql.startIndex, to: sql.utf8.index(sql.startIndex, offsetBy: offset))
      } else { nil }
    return SQLError(reason: String(cString: sqlite3_errmsg(handle)), position: position)
  }
}
