import GRDBSQLite
import SwiftData
import Testing

@testable import Perennial

/// How SQLite would run the statement of a fetch.
struct QueryPlan {
  let lines: [String]

  /// - Parameter file: The store's file.
  init<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>, in file: URL) throws {
    var connection: OpaquePointer?
    defer { sqlite3_close_v2(connection) }
    try #require(sqlite3_open_v2(file.path, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
    let handle = try #require(connection)
    SQLFunctions.install(on: handle)

    let plan = FetchPlan(descriptor)
    var sql = "EXPLAIN QUERY PLAN SELECT t0.* FROM \(plan.from)"
    if let condition = plan.condition { sql += " WHERE \(condition)" }
    sql += " ORDER BY \(plan.orderBy.joined(separator: ", "))"
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    try #require(code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle))): \(sql)")
    let prepared = try #require(statement)
    var binder = _Binder(prepared)
    for value in plan.bindings { binder.bind(value) }
    var lines: [String] = []
    while sqlite3_step(prepared) == SQLITE_ROW {
      lines.append(sqlite3_column_text(prepared, 3).map { String(cString: $0) } ?? "")
    }
    self.lines = lines
  }

  /// Whether the fetched rows are found by an index, and not by going through all of them.
  var findsRows: Bool {
    lines.contains { $0.hasPrefix("SEARCH t0 USING") } && !lines.contains { $0 == "SCAN t0" }
  }
}
