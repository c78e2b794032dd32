import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// Tools that alter a table make a new one in its place. What belonged to the former one goes with it.
@Suite("A file whose schema another program has changed (41/23)")
struct ForeignSchemaTests {
  private let house: Storehouse

  init() throws { house = try Storehouse() }

  private func edit(_ statements: String...) throws {
    let database = try RawDatabase(house.url)
    for statement in statements { try database.run(statement) }
  }

  /// The names of the file's indices and triggers.
  private func names() throws -> Set<String> {
    Set(
      try RawDatabase(house.url).rows(
        "SELECT name FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL"
      ).map { $0[0] })
  }

  @Test("Triggers and indices that are gone are there again after the next opening")
  func restored() throws {
    do {
      let context = try house.open(Manual.self, Enclosure.self)
      context.insert(Manual("Cloud atlas"))
      context.insert(Enclosure("large", Data(repeating: 7, count: 200_000)))
      try context.save()
    }
    let before = try names()
    #expect(before.count > 8)
    for name in before {
      let isIndex = try RawDatabase(house.url).value(
        "SELECT type FROM sqlite_master WHERE name = '\(name)'")
      try edit("DROP \(isIndex == "index" ? "INDEX" : "TRIGGER") \"\(name)\"")
    }
    // Without the triggers, nothing notes these changes.
    try edit(
      "UPDATE Manual SET title = 'Rain atlas'",
      "INSERT INTO Manual (_pk, title, kind, year, note) VALUES (77, 'Snow', 'guide', 1, '')",
      """
      INSERT INTO Enclosure (_pk, name, content, text, numbers, count) \
      SELECT 78, 'twin', content, text, numbers, count FROM Enclosure
      """)
    #expect(try names().isEmpty)

    do {
      let context = try house.open(Manual.self, Enclosure.self)
      #expect(try names() == before)
      #expect(try context.search("rain", in: Manual.self).map(\.title) == ["Rain atlas"])
      #expect(try context.search("snow", in: Manual.self).map(\.title) == ["Snow"])
      #expect(try context.search("cloud", in: Manual.self).isEmpty)
      // Both rows have the file. It stays until the second one is deleted.
      let twins = try context.fetch(FetchDescriptor<Enclosure>(sortBy: [SortDescriptor(\.name)]))
      #expect(twins.map(\.name) == ["large", "twin"])
      context.delete(twins[0])
      try context.save()
    }
    let context = try house.open(Manual.self, Enclosure.self)
    let twin = try #require(try context.fetch(FetchDescriptor<Enclosure>()).first)
    #expect(twin.content == Data(repeating: 7, count: 200_000))
  }

  @Test(
    "A table without its key does not open, and the file stays as it is", arguments: [true, false])
  func replaced(allowsSave: Bool) throws {
    do {
      let context = try house.open(Manual.self)
      context.insert(Manual("Kept"))
      try context.save()
    }
    try edit(
      "CREATE TABLE other AS SELECT * FROM Manual", "DROP TABLE Manual",
      "ALTER TABLE other RENAME TO Manual")
    try RawDatabase.settle(house.url)
    let bytes = try Data(contentsOf: house.url)
    let error = #expect(throws: SwiftDataError.self) {
      _ = try ModelContainer(
        for: Manual.self,
        configurations: ModelConfiguration(url: house.url, allowsSave: allowsSave))
    }
    #expect(error?.code == .loadIssueModelContainer)
    for part in ["Manual", "primary key is not _pk", house.url.path, "backup"] {
      #expect(error?.explanation.contains(part) == true, "\(error?.explanation ?? "")")
    }
    #expect(try Data(contentsOf: house.url) == bytes)
  }

  @Test("A table without a column, and no table, do not open")
  func incomplete() throws {
    _ = try house.open(Tagged.self, Seat.self)
    try edit("ALTER TABLE Tagged DROP COLUMN text")
    var error = #expect(throws: SwiftDataError.self) {
      _ = try house.open(Tagged.self, Seat.self)
    }
    #expect(error?.explanation.contains("without the column text") == true)
    try edit("DROP TABLE Tagged")
    error = #expect(throws: SwiftDataError.self) { _ = try house.open(Tagged.self, Seat.self) }
    #expect(error?.explanation.contains("has no table Tagged") == true)
  }

  @Test("Values that are there twice are named if their unique index is gone")
  func duplicates() throws {
    _ = try house.open(Tagged.self)
    let index = try #require(try names().first { $0.contains("label") })
    try edit(
      "DROP INDEX \"\(index)\"", "INSERT INTO Tagged (_pk, label, text) VALUES (1, 'a', '')",
      "INSERT INTO Tagged (_pk, label, text) VALUES (2, 'a', '')")
    let error = #expect(throws: SwiftDataError.self) { _ = try house.open(Tagged.self) }
    for part in [index, "Tagged", "unique"] {
      #expect(error?.explanation.contains(part) == true, "\(error?.explanation ?? "")")
    }
    try edit("UPDATE Tagged SET label = 'b' WHERE _pk = 2")
    let context = try house.open(Tagged.self)
    context.insert(Tagged("b", "new"))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Tagged>()) == 2)
  }

  @Test("Views, indices, triggers and columns of others are theirs")
  func foreign() throws {
    _ = try house.open(Tagged.self)
    try edit(
      "CREATE VIEW titles AS SELECT label FROM Tagged", "CREATE INDEX mine ON Tagged (text)",
      "ALTER TABLE Tagged ADD COLUMN remark TEXT", "CREATE TABLE log (line TEXT)",
      "CREATE TRIGGER noted AFTER INSERT ON Tagged BEGIN INSERT INTO log VALUES (new.label); END")
    let before = try names()
    do {
      let context = try house.open(Tagged.self)
      context.insert(Tagged("a", "text"))
      try context.save()
    }
    #expect(try names() == before)
    let database = try RawDatabase(house.url)
    #expect(try database.rows("SELECT label FROM titles") == [["a"]])
    #expect(try database.rows("SELECT line FROM log") == [["a"]])
    #expect(try database.columns(of: "Tagged").contains("\"remark\""))
  }

  @Test("A file that may not be written opens without its indices and triggers")
  func readOnly() throws {
    do {
      let context = try house.open(Manual.self)
      context.insert(Manual("Here"))
      try context.save()
    }
    for name in try names() where name.contains("search") { try edit("DROP TRIGGER \"\(name)\"") }
    let container = try ModelContainer(
      for: Manual.self, configurations: ModelConfiguration(url: house.url, allowsSave: false))
    #expect(try ModelContext(container).fetch(FetchDescriptor<Manual>()).map(\.title) == ["Here"])
  }

  @Test("An opening compares the schema once after a change of it")
  func once() throws {
    func noted() throws -> String? { try RawDatabase(house.url).value("PRAGMA user_version") }
    func number() throws -> String? {
      try RawDatabase(house.url).value("SELECT -schema_version FROM pragma_schema_version")
    }
    _ = try house.open(Tagged.self)
    _ = try house.open(Tagged.self)
    #expect(try noted() == number())
    try edit("CREATE INDEX mine ON Tagged (text)")
    #expect(try noted() != number())
    _ = try house.open(Tagged.self)
    #expect(try noted() == number())
  }

  @Test("Containers that open such a file at once create each object once", arguments: 0..<4)
  func together(_ round: Int) async throws {
    _ = try house.open(Manual.self)
    let before = try names()
    for name in before where name.contains("search") { try edit("DROP TRIGGER \"\(name)\"") }
    let url = house.url
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          let context = ModelContext(
            try ModelContainer(for: Manual.self, configurations: ModelConfiguration(url: url)))
          context.insert(Manual("\(number)"))
          try context.save()
        }
      }
      try await group.waitForAll()
    }
    #expect(try names() == before)
  }
}
