import Foundation
import PerennialHub
import PerennialHubPostgreSQL
import Testing

@Suite(
  "The statements of hubs on PostgreSQL", .timeLimit(.minutes(1)),
  .enabled(if: PostgreSQLServer.canBeHad))
struct PostgreSQLStatementTests {
  private static let all =
    Statement.allCases.filter { !Statement.ofFiles.contains($0) }
    .map { PostgreSQLStatement.shared($0) }
    + PostgreSQLStatement.own

  @Test("Every statement of its own carries the account", arguments: PostgreSQLStatement.own)
  func account(statement: PostgreSQLStatement) {
    let sql = statement.sql
    let isOfAccount =
      sql.hasPrefix("INSERT")
      ? sql.contains("(account, ") && sql.contains("VALUES ($1, ")
        && sql.contains("ON CONFLICT (account, ")
      : sql.contains("WHERE account = $1")
    #expect(isOfAccount, "\(sql)")
  }

  @Test(
    "Every statement can be prepared, and uses an index wherever it reads a table with many rows")
  func plans() async throws {
    let server = try PostgreSQLServer.shared()
    let address = try server.database()
    let storage = try await PostgreSQLHubStorage(at: address, time: 1)
    try await storage.close()
    for statement in Self.all {
      let sql = statement.sql
      #expect(!sql.contains("?"))
      let count = (1...9).last { sql.contains("$\($0)") } ?? 0
      let nulls = Array(repeating: "NULL", count: count).joined(separator: ", ")
      let plan = try server.psql(
        """
        SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_bitmapscan = off;
        PREPARE s AS \(sql);
        EXPLAIN EXECUTE s\(count > 0 ? "(\(nulls))" : "")
        """, at: address)
      // Counts of all rows read them all.
      if case .shared(let shared) = statement, Statement.counting.contains(shared) { continue }
      for table in ["record", "asset", "zone", "device"] {
        #expect(!plan.contains("Seq Scan on \(table)"), "\(sql)\n\(plan)")
      }
    }
  }
}
