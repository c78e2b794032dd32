import Foundation
import StoreTesting
import Testing

@testable import Perennial

/// Files whose changes are noted have triggers that the library's connections do not run.
@Suite("Copies of triggers")
struct TriggerCopiesTests {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  /// Returns a connection to a database with a trigger that notes changes, and one that the library needs.
  private func connection(isNoted: Bool = true) throws -> Connection {
    let connection = try Connection(newDatabase: directory.file("a.db").path)
    for statement in [
      "CREATE TABLE item (_pk INTEGER PRIMARY KEY, name TEXT)",
      "CREATE TABLE log (event TEXT)", "CREATE TABLE note (event TEXT)",
      """
      CREATE TRIGGER "needed ""one"" x" AFTER DELETE ON item BEGIN INSERT INTO log VALUES ('delete'); END
      """,
    ] {
      try connection.run(statement)
    }
    if isNoted { try connection.run(Self.noting) }
    return connection
  }

  private static let noting = """
    CREATE TRIGGER "_perennial_presets_note.insert.item" AFTER INSERT ON item \
    BEGIN INSERT INTO note VALUES ('insert'); END
    """

  private func insertAndDelete(_ connection: Connection) throws {
    try connection.run("INSERT INTO item (name) VALUES ('a')")
    try connection.run("DELETE FROM item")
  }

  private func events(_ connection: Connection) throws -> (log: Int64, note: Int64) {
    (
      try connection.integers("SELECT count(*) FROM log")[0],
      try connection.integers("SELECT count(*) FROM note")[0]
    )
  }

  private func copies(_ connection: Connection) throws -> [String] {
    try connection.strings("SELECT name FROM sqlite_temp_master WHERE type = 'trigger'")
  }

  @Test("Needed triggers run once, and those that note do not")
  func transaction() throws {
    let connection = try connection()
    for count in 1...3 {
      try connection.transaction { try insertAndDelete(connection) }
      #expect(try events(connection) == (Int64(count), 0))
    }
    #expect(try copies(connection) == [#"_perennial_copy.needed "one" x"#])
    // A tool runs both.
    let tool = try RawDatabase(directory.file("a.db"))
    try tool.run("INSERT INTO item (name) VALUES ('b'); DELETE FROM item")
    #expect(try events(connection) == (4, 1))
  }

  @Test("A file without notes has no copies")
  func unnoted() throws {
    let connection = try connection(isNoted: false)
    try connection.transaction { try insertAndDelete(connection) }
    #expect(try events(connection) == (1, 0))
    #expect(try copies(connection).isEmpty)
  }

  @Test(
    "Triggers made and removed in a transaction count in the rest of it, also where that is rolled back"
  )
  func ownChanges() throws {
    let connection = try connection()
    try connection.transaction { try insertAndDelete(connection) }
    let more = "CREATE TRIGGER more AFTER DELETE ON item BEGIN INSERT INTO log VALUES ('more'); END"
    try connection.transaction {
      try connection.run(more)
      try insertAndDelete(connection)
      #expect(try events(connection) == (3, 0))
      let part = try Transaction(.savepoint, on: connection)
      try connection.run("DROP TRIGGER more")
      try insertAndDelete(connection)
      #expect(try events(connection) == (4, 0))
      try part.rollback()
      try insertAndDelete(connection)
      #expect(try events(connection) == (5, 0))
    }
    try connection.transaction { try insertAndDelete(connection) }
    #expect(try events(connection) == (7, 0))
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.run("DROP TRIGGER more")
        throw Stop()
      }
    }
    try connection.transaction { try insertAndDelete(connection) }
    #expect(try events(connection) == (9, 0))
  }

  @Test("The copies follow what other connections do to the schema")
  func otherChanges() throws {
    let connection = try connection()
    try connection.transaction { try insertAndDelete(connection) }
    let tool = try RawDatabase(directory.file("a.db"))
    try tool.run(
      "CREATE TRIGGER more AFTER INSERT ON item BEGIN INSERT INTO log VALUES ('more'); END")
    try connection.transaction { try insertAndDelete(connection) }
    #expect(try events(connection) == (3, 0))
    try tool.run("DROP TRIGGER more; DROP TRIGGER \"_perennial_presets_note.insert.item\"")
    try connection.transaction { try insertAndDelete(connection) }
    #expect(try events(connection) == (4, 0))
    #expect(try copies(connection).isEmpty)
  }

  @Test("A table that another connection removes, and makes again, takes its triggers along")
  func removedTable() throws {
    let connection = try connection()
    let part = """
      CREATE TABLE part (_pk INTEGER PRIMARY KEY);
      CREATE TRIGGER parts AFTER INSERT ON part BEGIN INSERT INTO log VALUES ('part'); END
      """
    let tool = try RawDatabase(directory.file("a.db"))
    try tool.run(part)
    try connection.transaction { try connection.run("INSERT INTO part VALUES (1)") }
    #expect(try events(connection) == (1, 0))
    try tool.run("DROP TABLE part")
    try connection.transaction { try insertAndDelete(connection) }
    #expect(try events(connection) == (2, 0))
    try tool.run(part)
    for count in 3...4 {
      try connection.transaction {
        try connection.run("INSERT INTO part VALUES (?)", [.integer(Int64(count))])
      }
      #expect(try events(connection) == (Int64(count), 0))
    }
  }

  @Test("The first trigger that notes is not run by the next transaction")
  func firstNotes() throws {
    let connection = try connection(isNoted: false)
    try connection.transaction { try connection.run(Self.noting) }
    try connection.transaction { try insertAndDelete(connection) }
    #expect(try events(connection) == (1, 0))
  }

  @Test(
    "Names are found in all quotations",
    arguments: ["plain", "\"with \"\"marks\"\"\"", "[with brackets]", "`with ``marks```", "'text'"])
  func names(name: String) throws {
    let connection = try connection()
    try connection.run(
      "CREATE TRIGGER \(name) AFTER INSERT ON item BEGIN INSERT INTO log VALUES ('x'); END")
    try connection.transaction { try insertAndDelete(connection) }
    #expect(try events(connection) == (2, 0))
    #expect(try copies(connection).count == 2)
  }
}
