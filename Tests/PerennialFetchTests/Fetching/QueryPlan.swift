import PerennialSQLite
import SwiftData
import Testing

@testable import Perennial

/// SQLite's plan for the statement of a fetch.
struct QueryPlan {
  let lines: [String]

  /// - Parameters:
  ///   - isCount: Whether the rows are only counted.
  ///   - file: The store's file.
  init<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>,
    isCount: Bool = false,
    in file: URL
  ) throws {
    var connection: OpaquePointer?
    defer { sqlite3_close_v2(connection) }
    try #require(sqlite3_open_v2(file.path, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
    let handle = try #require(connection)
    SQLFunctions.install(on: handle)

    let plan = FetchPlan(descriptor)
    let (limit, offset) = (descriptor.fetchLimit, descriptor.fetchOffset)
    let (query, bindings) =
      isCount
      ? (plan.count(limit: limit, offset: offset), plan.countBindings)
      : (plan.select("t0.*", limit: limit, offset: offset), plan.bindings)
    let sql = "EXPLAIN QUERY PLAN \(query)"
    let statement = try Statement(sql, on: handle, path: "the store")
    let prepared = statement.pointer
    var binder = _Storage.Binder(statement)
    for value in bindings { binder.bind(value) }
    var lines: [String] = []
    while sqlite3_step(prepared) == SQLITE_ROW {
      lines.append(sqlite3_column_text(prepared, 3).map { String(cString: $0) } ?? "")
    }
    self.lines = lines
  }

  /// A Boolean value that indicates whether an index finds the fetched rows, without a scan of all rows.
  var findsRows: Bool {
    lines.contains { $0.hasPrefix("SEARCH t0 USING") }
      && !lines.contains { $0.hasPrefix("SCAN t0") }
  }

  /// A Boolean value that indicates whether all rows are found before the first can be returned.
  var sorts: Bool { lines.contains("USE TEMP B-TREE FOR ORDER BY") }
}
