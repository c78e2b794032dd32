import Foundation
import RandomTesting
import StoreTesting

/// A program without the library, which writes to the file of a device while the app has it open.
struct LibraryTool {
  private let file: URL
  /// A number that no other write of the history has.
  let unique: Int
  private var random: SeededGenerator
  /// The fields that the tool has given ``unique``.
  private(set) var writes: [LibraryLedger.Field] = []
  /// The keys of the objects that the tool has deleted.
  private(set) var deletions: Set<Int64> = []

  init(_ file: URL, unique: Int, _ random: SeededGenerator) {
    (self.file, self.unique, self.random) = (file, unique, random)
  }

  mutating func run() throws {
    let database = try RawDatabase(file)
    try database.run("PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON")
    switch random.index(10) {
    case 0: try insertLabel(database)
    case 1: try delete(from: random.happens(50) ? "Label" : "Figure", database)
    case 2, 3: try toggleLink(database)
    case 4: try moveToChapter(database)
    default: try write(database)
    }
  }

  private mutating func anyKey(_ table: String, _ database: borrowing RawDatabase) throws -> Int64?
  {
    let keys = try database.rows("SELECT _pk FROM \(table) ORDER BY _pk").compactMap {
      Int64($0[0])
    }
    return random.element(of: keys)
  }

  private mutating func write(_ database: borrowing RawDatabase) throws {
    let tables = ["Page", "Page", "Label", "Chapter", "Genre", "Slot", "Cover", "Figure"]
    guard let table = random.element(of: tables), let key = try anyKey(table, database) else {
      return
    }
    let field = random.happens(60) ? "number" : "rank"
    try database.run("UPDATE \(table) SET \(field) = \(unique) WHERE _pk = \(key)")
    writes.append(.init(key: key, field: field))
  }

  private mutating func insertLabel(_ database: borrowing RawDatabase) throws {
    let key = 5_000_000_000_000 + Int64(unique)
    try database.run(
      """
      INSERT INTO Label (_pk, name, number, rank) VALUES (\(key), 'tool \(unique)', \(unique), \(unique))
      """)
    writes += ["number", "rank"].map { .init(key: key, field: $0) }
    guard let page = try anyKey("Page", database) else { return }
    try link(page, key, database)
  }

  private func link(
    _ page: Int64, _ label: Int64, _ database: borrowing RawDatabase
  ) throws {
    let isSource =
      try database.value("SELECT count(*) FROM sqlite_master WHERE name = 'Page.labels'") == "1"
    let (table, source, target) =
      isSource ? ("\"Page.labels\"", page, label) : ("\"Label.pages\"", label, page)
    let isThere =
      try database.value(
        "SELECT count(*) FROM \(table) WHERE source = \(source) AND target = \(target)") == "1"
    try database.run(
      isThere
        ? "DELETE FROM \(table) WHERE source = \(source) AND target = \(target)"
        : """
        INSERT INTO \(table) (source, target, position, inverse_position)
        VALUES (\(source), \(target), \(unique), \(unique))
        """)
  }

  private mutating func toggleLink(_ database: borrowing RawDatabase) throws {
    guard let page = try anyKey("Page", database), let label = try anyKey("Label", database) else {
      return
    }
    try link(page, label, database)
  }

  private mutating func moveToChapter(_ database: borrowing RawDatabase) throws {
    guard let page = try anyKey("Page", database) else { return }
    let chapter = random.happens(80) ? try anyKey("Chapter", database).map { "\($0)" } : nil
    try database.run(
      """
      UPDATE Page SET chapter = \(chapter ?? "NULL"), "chapter$position" = \(unique) WHERE _pk = \(page)
      """)
  }

  private mutating func delete(from table: String, _ database: borrowing RawDatabase) throws {
    guard let key = try anyKey(table, database) else { return }
    try database.run("DELETE FROM \(table) WHERE _pk = \(key)")
    deletions.insert(key)
  }
}
