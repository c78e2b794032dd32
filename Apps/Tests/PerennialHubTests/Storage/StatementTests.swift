import Foundation
import GRDB
import Testing

@testable import PerennialHub

@Suite("The statements of the hub")
struct StatementTests {
  @Test(
    "Every statement on contents of accounts carries the account",
    arguments: PerennialHub.Statement.allCases)
  func account(statement: PerennialHub.Statement) {
    if PerennialHub.Statement.findingAccounts.union(PerennialHub.Statement.ofHub)
      .union(PerennialHub.Statement.counting).contains(statement)
    {
      return
    }
    let sql = statement.sql
    let isOfAccount =
      sql.hasPrefix("INSERT")
      ? sql.contains("(account, ") && sql.contains("VALUES (?1, ")
      : sql.contains("WHERE account = ?1")
    #expect(isOfAccount, "\(statement): \(sql)")
    for conflict in sql.matches(of: /ON CONFLICT \(([^)]*)\)/) {
      #expect(conflict.1.hasPrefix("account, "), "\(statement): \(sql)")
    }
  }

  @Test("The statements without an account are those that find one, and those on the hub's own row")
  func others() {
    #expect(
      PerennialHub.Statement.findingAccounts == [
        .readAccounts, .readAccountByName, .readSession, .deleteCode,
      ])
    #expect(
      PerennialHub.Statement.ofHub == [
        .readHub, .raiseIncarnation, .markAsBackup, .countChanges, .deleteExpiredCodes,
        .deleteExpiredDevices, .insertAudit, .readAudit, .readAuditOfAccount, .deleteAudit,
        .trimAudit, .insertSecret, .readSecret,
      ])
    for statement in PerennialHub.Statement.findingAccounts.union(PerennialHub.Statement.ofHub) {
      for table in ["record", "asset", "zone"] {
        #expect(!statement.sql.contains(" \(table) "), "\(statement): \(statement.sql)")
      }
    }
  }

  @Test("The statements that count return numbers only")
  func counts() {
    #expect(PerennialHub.Statement.counting.count == 5)
    for statement in PerennialHub.Statement.counting {
      let sum = ", CAST(coalesce(sum(bytes), 0) AS BIGINT)"
      let sql = statement.sql.replacing(sum, with: "")
      #expect(sql.wholeMatch(of: /SELECT count\(\*\) FROM [a-z]+/) != nil, "\(sql)")
    }
  }

  @Test(
    "Every statement can be prepared, and uses an index wherever it reads a table with many rows")
  func plans() throws {
    let database = try DatabaseQueue()
    try database.write { database in
      for statement in HubSchema.creation { try database.execute(sql: statement) }
      for statement in PerennialHub.Statement.allCases {
        let prepared = try database.makeStatement(sql: "EXPLAIN QUERY PLAN " + statement.sql)
        let arguments = StatementArguments(
          Array(repeating: 1 as Int?, count: prepared.sqliteArgumentCount))
        let plan = try Row.fetchAll(prepared, arguments: arguments)
        for row in plan {
          let detail: String = row["detail"]
          let isScan = ["record", "asset", "zone", "device"].contains { detail == "SCAN \($0)" }
          if PerennialHub.Statement.counting.contains(statement) { continue }
          #expect(!isScan, "\(statement): \(detail)")
        }
      }
    }
  }

  @Test("No source file has SQL, besides those of statements and of the tables")
  func sources() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/PerennialHub").standardizedFileURL
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      count += 1
      let text = try String(contentsOf: file, encoding: .utf8)
      let isSQLite = file.path.contains("/Storage/SQLite/")
      #expect(isSQLite || !text.contains("import GRDB"), "\(file.lastPathComponent)")
      if ["Statement.swift", "HubSchema.swift"].contains(file.lastPathComponent) { continue }
      for match in text.matches(of: /"(SELECT|INSERT|UPDATE|DELETE|REPLACE) [^"]*/) {
        // The one question about a file that may not be a hub's database.
        #expect(match.0.contains("FROM sqlite_schema"), "\(file.lastPathComponent): \(match.0)")
      }
    }
    #expect(count > 30)
  }
}

extension GRDB.Statement {
  fileprivate var sqliteArgumentCount: Int {
    (1...9).last { sql.contains("?\($0)") } ?? 0
  }
}
