import Foundation
import GRDB
import Testing

@testable import PerennialHub

@Suite("The tables of accounts that move")
struct MoveSchemaTests {
  @Test("All columns of all tables with contents of accounts move")
  func columns() throws {
    let database = try DatabaseQueue()
    try database.write { database in
      for statement in HubSchema.creation { try database.execute(sql: statement) }
      let tables = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      let moved = AccountTable.allCases.map(\.rawValue)
      #expect(Set(tables) == Set(moved + ["hub", "account", "audit", "hub_secret"]))
      for table in AccountTable.allCases {
        let all = try Row.fetchAll(database, sql: "PRAGMA table_info(\(table.rawValue))")
          .map { ($0["name"] as String, $0["type"] as String) }
          .filter { $0.0 != "account" }
        let read = try database.makeStatement(sql: table.reading.sql).columnNames
        #expect(Set(read) == Set(all.map(\.0)), "\(table)")
        let types = Dictionary(all) { first, _ in first }
        let kinds = ["INTEGER": MovedValue.Kind.integer, "TEXT": .text, "BLOB": .bytes]
        #expect(read.map { kinds[types[$0] ?? ""] } == table.columns, "\(table)")
        let written = try #require(
          table.writing.sql.firstMatch(of: /INTO \w+ \(account, ([^)]*)\)/))
        #expect(written.1.split(separator: ", ").map(String.init) == read, "\(table)")
      }
    }
  }
}
