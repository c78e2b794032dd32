import Foundation
import PerennialHub
import Testing

@testable import PerennialHubPostgreSQL

/// The page lists what distributed databases have that speak PostgreSQL's protocol. The tests read the page.
@Suite("SQL that distributed databases have too")
struct PortableSQLTests {
  /// A row of the page's table.
  private struct Feature {
    let name: String
    /// The columns of Citus, CockroachDB and YugabyteDB.
    let support: [String]
  }

  private static let features: [Feature] = {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../../Documentation/PortableSQL.md")
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").flatMap { line -> [Feature] in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 4, cells[0].hasPrefix("`") else { return [] }
      return cells[0].matches(of: /`([^`]+)`/).map {
        Feature(name: String($0.1), support: Array(cells[1...]))
      }
    }
  }()

  /// The features that all three have, with or without a condition that the page explains.
  private static let portable = Set(
    features.filter { $0.support.allSatisfy { $0.hasPrefix("yes") } }.map(\.name))

  /// The names of the tables, their columns and their indexes.
  private static let names = Set(
    PostgreSQLSchema.creation.flatMap(SQLWord.words(of:)).compactMap {
      if case .name(let name) = $0 { name } else { nil }
    })

  private static let statements: [String] =
    PostgreSQLSchema.creation
    + [
      PostgreSQLSchema.find, PostgreSQLSchema.readVersion, PostgreSQLSchema.readNumber,
      PostgreSQLSchema.insertHub, PostgreSQLSchema.lockVersion,
    ]
    + PostgreSQLStatement.own.map(\.sql)
    + Statement.allCases.filter { !Statement.ofFiles.contains($0) }
    .map { PostgreSQLStatement.shared($0).sql }
    + PostgreSQLSession.allCases.filter { $0 != .notify }.map(\.sql)

  private func features(of sql: String) -> Set<String> {
    SQLWord.words(of: sql).features(phrases: Self.portable, schema: Self.names)
  }

  @Test("Every statement and table uses only what all of them have", arguments: statements)
  func subset(sql: String) {
    let others = features(of: sql).subtracting(Self.portable)
    #expect(others == [], "\(sql)")
  }

  @Test(
    "A statement that one of them lacks is found",
    arguments: [
      ("SELECT pg_advisory_xact_lock($1)", "pg_advisory_xact_lock()"),
      ("SELECT name FROM record WHERE account = $1 FOR UPDATE SKIP LOCKED", "SKIP"),
      ("CREATE TRIGGER t AFTER INSERT ON record", "TRIGGER"),
      ("SELECT nextval('s')", "nextval()"), ("LISTEN \"c\"", "LISTEN"),
    ])
  func lacking(sql: String, feature: String) {
    let others = features(of: sql).subtracting(Self.portable)
    #expect(others.contains { $0.contains(feature) }, "\(others)")
  }

  @Test("Only the words that hubs wake each other with are not in all of them")
  func wakeUps() {
    #expect(Self.portable.count > 40)
    #expect(
      Self.features.filter { !Self.portable.contains($0.name) }.map(\.name) == [
        "LISTEN", "pg_notify()",
      ])
  }

  @Test(
    "The large tables can be distributed by account, and the others are small enough to be copied")
  func distribution() throws {
    let distributed: Set = ["zone", "record", "asset"]
    for sql in PostgreSQLSchema.creation {
      if let index = sql.firstMatch(of: /CREATE (?:UNIQUE )?INDEX \w+ ON (\w+) \(([^)]*)\)/) {
        #expect(!distributed.contains(String(index.1)) || index.2.hasPrefix("account, "), "\(sql)")
        continue
      }
      let table = try #require(sql.firstMatch(of: /CREATE TABLE (\w+) \(/))
      guard distributed.contains(String(table.1)) else { continue }
      let key = try #require(sql.firstMatch(of: /PRIMARY KEY \(([^)]*)\)/))
      #expect(key.1.hasPrefix("account, "), "\(sql)")
      #expect(!sql.contains("UNIQUE"), "\(sql)")
      // A distributed table may refer to one that each server has.
      for reference in sql.matches(of: /REFERENCES (\w+)/) { #expect(reference.1 == "account") }
    }
  }

  @Test("No source file has SQL, besides those of statements, sessions and tables")
  func sources() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/PerennialHubPostgreSQL").standardizedFileURL
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      count += 1
      if ["PostgreSQLStatement", "PostgreSQLSession", "PostgreSQLSchema", "PostgreSQLOperation"]
        .contains(file.deletingPathExtension().lastPathComponent)
      {
        continue
      }
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(
        of: /"\s*(SELECT|INSERT|UPDATE|DELETE|SET|BEGIN|COMMIT|ROLLBACK|LISTEN|CREATE)\b[^"]*/)
      {
        Issue.record("\(file.lastPathComponent): \(match.0)")
      }
    }
    #expect(count > 8)
  }
}
