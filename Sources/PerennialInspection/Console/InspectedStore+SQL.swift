import Foundation
import Perennial
import PerennialSQLite

extension InspectedStore {
  /// The number of characters of a text, or of bytes of data, that a result has.
  private static let longestValue = 1000
  /// The largest text or data that a query may make, in bytes.
  private static let largestValue: Int32 = 64 << 20

  /// Runs a query in SQL.
  ///
  /// The query cannot change the store or another file: the file is open for reading only, the connection
  /// allows only queries while this method runs, and only a single statement is run that reads.
  ///
  /// ```swift
  /// let result = try store.query(
  ///   "SELECT title, minutes FROM Recipe", limit: 100, time: .seconds(5))
  /// for row in result.rows { print(row.map(\.description)) }
  /// ```
  ///
  /// - Parameters:
  ///   - sql: The query.
  ///   - limit: The largest number of rows.
  ///   - time: The time after which the query is ended.
  /// - Throws: ``SQLError``; ``InspectionError/Code/timeLimit``.
  public func query(_ sql: String, limit: Int, time: Duration) throws -> SQLResult {
    let handle = database.connection.handle
    let isOnly = try database.integer("PRAGMA query_only")
    try database.connection.run("PRAGMA query_only = ON")
    let longest = sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.largestValue)
    defer {
      _ = sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, longest)
      if isOnly != 1 { try? database.connection.run("PRAGMA query_only = OFF") }
    }
    return try limited(to: time) {
      let statement = try ConsoleStatement(sql, on: handle)
      defer { statement.finalize() }
      var rows: [[SQLResultValue]] = []
      while rows.count < limit, try statement.step() {
        rows.append(statement.values(longest: Self.longestValue))
      }
      let isLimited = try rows.count == limit && statement.step()
      return SQLResult(columns: statement.columns, rows: rows, isLimited: isLimited)
    }
  }

  /// Returns SQLite's plan for a query, a line for each step. Steps within steps are indented.
  ///
  /// ```swift
  /// for step in try store.plan(of: "SELECT * FROM Recipe ORDER BY title") { print(step) }
  /// ```
  ///
  /// - Throws: ``SQLError``; ``InspectionError/Code/timeLimit``.
  public func plan(of sql: String) throws -> [String] {
    let handle = database.connection.handle
    // The query itself is checked first: its errors have positions in the text that was given.
    try ConsoleStatement(sql, on: handle).finalize()
    let prefix = "EXPLAIN QUERY PLAN "
    return try limited(to: .seconds(5)) {
      let statement = try ConsoleStatement(prefix + sql, on: handle)
      defer { statement.finalize() }
      var depths: [Int64: Int] = [:]
      var lines: [String] = []
      while try statement.step() {
        let values = statement.values(longest: Self.longestValue)
        guard values.count == 4, case .integer(let id) = values[0],
          case .integer(let parent) = values[1], case .text(let detail) = values[3]
        else { continue }
        let depth = depths[parent].map { $0 + 1 } ?? 0
        depths[id] = depth
        lines.append(String(repeating: "  ", count: depth) + detail)
      }
      return lines
    }
  }
}
