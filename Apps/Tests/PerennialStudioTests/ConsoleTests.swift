import Foundation
import PerennialInspection
import StoreFiles
import Testing
import WebTesting

@Suite("The SQL console", .timeLimit(.minutes(1)))
struct ConsoleTests {
  let kitchen: Kitchen

  init() throws { kitchen = try Kitchen(dishes: 20) }

  @Test(
    "A statement that could change something is refused",
    arguments: [
      "DELETE FROM Dish", "UPDATE Dish SET minutes = 1", "INSERT INTO Label (name) VALUES ('x')",
      "DROP TABLE Dish", "CREATE TABLE t (a)", "CREATE TEMP TABLE t (a)", "ALTER TABLE Dish ADD x",
      "REPLACE INTO Label (_pk, name) VALUES (1, 'x')", "VACUUM", "VACUUM INTO 'copy.store'",
      "ATTACH 'other.store' AS other", "DETACH main", "BEGIN", "BEGIN IMMEDIATE", "COMMIT",
      "ROLLBACK", "SAVEPOINT a", "PRAGMA journal_mode = DELETE", "PRAGMA query_only = OFF",
      "PRAGMA writable_schema = ON", "PRAGMA user_version = 5", "PRAGMA wal_checkpoint",
      "PRAGMA optimize", "REINDEX", "ANALYZE", "EXPLAIN DELETE FROM Dish",
      "WITH x AS (SELECT 1) DELETE FROM Dish", "SELECT load_extension('x')",
      "SELECT 1; DELETE FROM Dish", "DELETE FROM Dish; SELECT 1",
      "INSERT INTO Label (name) VALUES ('x') RETURNING name",
    ])
  func refused(sql: String) throws {
    let before = try contents()
    let store = try kitchen.store()
    #expect(throws: SQLError.self) { try store.query(sql, limit: 10, time: .seconds(5)) }
    #expect(throws: SQLError.self) { try store.plan(of: sql) }
    #expect(try contents() == before)
    #expect(
      !FileManager.default.fileExists(atPath: kitchen.folder.appending(path: "copy.store").path))
  }

  private func contents() throws -> [[String]] {
    try StoreFile(url: kitchen.url).rows(
      "SELECT group_concat(_pk || minutes) FROM Dish UNION ALL SELECT group_concat(name) FROM Label"
    )
  }

  @Test("Queries, with all types, and reading pragmas")
  func queries() throws {
    let store = try kitchen.store()
    let result = try store.query(
      "SELECT 1 AS a, 1.5 AS b, 'x' AS c, x'00ff' AS d, NULL AS e", limit: 5, time: .seconds(5))
    #expect(result.columns == ["a", "b", "c", "d", "e"])
    #expect(
      result.rows == [[.integer(1), .real(1.5), .text("x"), .blob(Data([0, 255])), .null]])
    #expect(!result.isLimited)
    for sql in [
      "PRAGMA table_info(Dish)", "PRAGMA integrity_check", "  SELECT 1 ; \n",
      "EXPLAIN QUERY PLAN SELECT * FROM Dish",
      "WITH RECURSIVE c(x) AS (VALUES(1) UNION ALL SELECT x + 1 FROM c WHERE x < 9) SELECT x FROM c",
    ] {
      #expect(try !store.query(sql, limit: 5, time: .seconds(5)).rows.isEmpty, "\(sql)")
    }
    #expect(try store.plan(of: "SELECT * FROM Dish WHERE minutes = 7")[0].contains("USING INDEX"))
  }

  @Test("A result has a largest number of rows, and long values are shortened")
  func limits() throws {
    let store = try kitchen.store()
    let result = try store.query("SELECT _pk FROM Dish", limit: 7, time: .seconds(5))
    #expect(result.rows.count == 7 && result.isLimited)
    #expect(try !store.query("SELECT _pk FROM Dish", limit: 20, time: .seconds(5)).isLimited)
    let long = try store.query(
      "SELECT printf('%.*c', 100000, 'ä'), zeroblob(100000)", limit: 7, time: .seconds(5))
    guard case .text(let text) = long.rows[0][0], case .blob(let data) = long.rows[0][1] else {
      Issue.record("\(long.rows)")
      return
    }
    #expect(text.count == 1001 && text.hasSuffix("…") && data.count == 1000)
    #expect(throws: SQLError.self) {
      try store.query("SELECT zeroblob(500000000)", limit: 1, time: .seconds(5))
    }
  }

  @Test("A query without an end is ended after its time, and the next one runs")
  func time() throws {
    let store = try kitchen.store()
    let endless =
      "WITH RECURSIVE c(x) AS (VALUES(1) UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c"
    let start = ContinuousClock.now
    let error = #expect(throws: InspectionError.self) {
      try store.query(endless, limit: 5, time: .milliseconds(100))
    }
    #expect(error?.code == .timeLimit)
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(try store.query("SELECT 1", limit: 5, time: .seconds(5)).rows.count == 1)
  }

  @Test(
    "An error has its place in the text",
    arguments: [
      ("SELECT titel FROM Dish", 7), ("SELECT 'ä', titel FROM Dish", 12), ("SELEC 1", 0),
      ("SELECT * FROM Dishes", nil), ("SELECT 1; SELECT 2", 10), ("SELECT (1", nil), ("  ", nil),
    ] as [(String, Int?)])
  func position(sql: String, position: Int?) throws {
    let store = try kitchen.store()
    let error = #expect(throws: SQLError.self) {
      try store.query(sql, limit: 5, time: .seconds(5))
    }
    #expect(error?.position == position, "\(sql): \(error?.description ?? "")")
  }

  @Test("The page shows results, plans, and errors beside the text")
  func page() async throws {
    try await withStudio(kitchen.url) { studio in
      let result = try await studio.page("/sql?sql=\("SELECT name FROM Cuisine".encoded)")
      #expect(result.contains("3 rows in ") && result.contains("<bdi>Thai</bdi>"))
      let plan = try await studio.page("/sql?plan=1&sql=\("SELECT name FROM Cuisine".encoded)")
      #expect(plan.contains("SCAN Cuisine"))
      let wrong = try await studio.send("/sql?sql=\("SELECT nme FROM Cuisine".encoded)")
      #expect(wrong.status == 422)
      let text = String(decoding: wrong.body, as: UTF8.self)
      #expect(text.contains("<strong>Character 8:</strong> no such column: nme"))
      #expect(text.contains("<mark>n</mark>me FROM Cuisine"))
      let write = try await studio.page("/sql?sql=\("DELETE FROM Cuisine".encoded)")
      #expect(write.contains("does not change a store"))
      let empty = try await studio.page("/sql")
      #expect(empty.contains("SELECT * FROM &quot;Cuisine&quot; LIMIT 20"))
    }
  }
}
