import CookbookModel
import Foundation
import StoreFiles
import SwiftData
import Testing

@Suite("perennial repair")
struct RepairTests {
  /// An object with a full-text index and a file beside the store.
  @Model final class Letter {
    @Attribute(.spotlight) var text = ""
    @Attribute(.externalStorage) var picture: Data?

    init(_ text: String, picture: Data?) { (self.text, self.picture) = (text, picture) }
  }

  private struct Summary: Decodable {
    struct Remaining: Decodable { let counts: [String: Int] }

    let counts: [String: Int]
    let dryRun: Bool
    let obstacles: [String]
    let remaining: Remaining
    let copy: String?
  }

  let folder: ScratchFolder
  private var file: StoreFile { StoreFile(url: folder.file("book.store")) }

  init() throws { folder = try ScratchFolder() }

  /// Makes a store with two dangling links and a missing index.
  private func makeDamagedStore() throws {
    try SmallBook.make(at: folder.file("book.store"))
    try file.rows("DELETE FROM Tag WHERE name = 'Soup'")
    try file.rows("UPDATE Ingredient SET recipe = 77 WHERE name = 'salt'")
    try file.rows(#"DROP INDEX "Recipe.title""#)
  }

  private func run(
    _ line: String, status: Int32 = 0, location: SourceLocation = #_sourceLocation
  ) throws -> Tool.Result {
    let result = try Tool.run(
      arguments: line.split(separator: " ").map(String.init), in: folder.url)
    #expect(
      result.status == status, "\(result.output)\(result.errors)", sourceLocation: location)
    return result
  }

  private func summary(_ line: String, status: Int32 = 0) throws -> Summary {
    try JSONDecoder().decode(Summary.self, from: Data(try run(line, status: status).output.utf8))
  }

  /// The names of the copies that repairs have made.
  private var copies: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        .filter { $0.contains("-before-repair-") }
    }
  }

  @Test("Links are removed and indices created; a copy has the store as it was (41.22)")
  func repair() throws {
    try makeDamagedStore()
    let before = try run("export book.store", status: 1).output
    let expected = try run("export book.store --omit-dangling-links").output
    #expect(try run("backup book.store", status: 74).errors.contains("references are broken"))
    // The backup has opened the store, which creates the index again.
    try file.rows(#"DROP INDEX "Recipe.title""#)
    let lines = try run("repair book.store --yes").output.split(separator: "\n")
    #expect(
      lines.first?.hasSuffix("book.store: 2 links removed, 1 index created") == true, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("  link: Ingredient ") && $0.hasSuffix("recipe is 77") })
    #expect(lines.contains("  index: Recipe.title"))
    #expect(try run("verify book.store").output.contains("is sound"))
    #expect(try run("export book.store").output == expected)
    let copy = try #require(try copies.first)
    #expect(try copies.count == 1)
    #expect(lines.contains { $0.hasPrefix("As it was before: ") && $0.hasSuffix(copy) }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("To undo while no program") && $0.contains(copy) })
    #expect(try run("export \(copy)", status: 1).output == before)
    #expect(try run("backup book.store").output.contains("Backed up to"))
    // Repairing again has nothing to do.
    #expect(try run("repair book.store").output.hasSuffix("book.store has nothing to repair\n"))
    #expect(try copies.count == 1)
  }

  @Test("Links to objects of which none is left are removed (41.22)")
  func emptyTable() throws {
    try SmallBook.make(at: folder.file("book.store"))
    try file.rows("DELETE FROM Recipe")
    // Two ingredients, an entry of the log and three tags.
    #expect(try summary("repair book.store --yes --json").counts == ["link": 6])
    #expect(try run("repair book.store").output.hasSuffix("has nothing to repair\n"))
  }

  @Test("The history has the repair as one edit, which the program reads (41.22)")
  func history() throws {
    try makeDamagedStore()
    let container = try ModelContainer(
      for: Schema(versionedSchema: CookbookSchema.self),
      configurations: [ModelConfiguration(url: folder.file("book.store"))])
    let context = ModelContext(container)
    let before = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    let keys = try file.rows(
      """
      SELECT l.source, l.target, i._pk FROM "Recipe.tags" AS l, Ingredient AS i \
      WHERE l.target NOT IN (SELECT _pk FROM Tag) AND i.name = 'salt'
      """)
    let (source, target, salt) = (keys[0][0], keys[0][1], keys[0][2])
    _ = try run("repair book.store --yes")
    #expect(
      try file.rows(
        "SELECT author, cause, changes FROM _perennial_history ORDER BY id DESC LIMIT 1")
        == [
          [
            "perennial repair", "user",
            """
            [{"collections":["tags"],"entity":"Recipe","keys":[\(source)],"kind":"update"},\
            {"entity":"Ingredient","keys":[\(salt)],"kind":"update","properties":["recipe"]},\
            {"entity":"Recipe","kind":"unlink","pairs":[[\(source),\(target)]],"property":"tags"}]
            """,
          ]
        ])
    let after = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(after.count == before.count + 1)
    #expect(after.last?.author == "perennial repair")
    #expect(after.last?.changes.count == 2)
    // The program goes on to write.
    context.insert(Tag(name: "Later", color: .teal))
    try context.save()
    #expect(try run("verify book.store").output.contains("is sound"))
  }

  @Test("A dry run changes nothing (41.22)")
  func dryRun() throws {
    try makeDamagedStore()
    let before = try run("export book.store", status: 1).output
    let output = try run("repair book.store --dry-run").output
    #expect(output.hasPrefix("Would repair 3 problems of "), "\(output)")
    let summary = try summary("repair book.store --dry-run --json")
    #expect(summary.counts == ["link": 2, "index": 1] && summary.dryRun && summary.copy == nil)
    #expect(summary.remaining.counts == [:])
    #expect(try run("export book.store", status: 1).output == before)
    #expect(
      try run("verify book.store", status: 1).output.contains("index Recipe.title is missing"))
    #expect(try copies == [])
  }

  @Test("A repair needs a confirmation (41.22)")
  func confirmation() throws {
    try makeDamagedStore()
    let result = try run("repair book.store", status: 2)
    #expect(
      result.errors.contains("will be repaired: 2 links removed, 1 index created."),
      "\(result.errors)")
    #expect(try copies == [])
    #expect(try run("repair nowhere.store", status: 66).errors.contains("does not exist"))
  }

  @Test("A repair is refused while another process has the write lock (41.22)")
  func locked() throws {
    try makeDamagedStore()
    try file.whileLocked {
      let result = try run("repair book.store --yes", status: 74)
      #expect(result.errors.contains("was not repaired"), "\(result.errors)")
      #expect(result.errors.contains("another program is writing"), "\(result.errors)")
    }
    #expect(try copies == [])
    #expect(try summary("repair book.store --yes --json").counts == ["link": 2, "index": 1])
  }

  @Test("What has more than one solution is only reported (41.22)")
  func remaining() throws {
    try makeDamagedStore()
    try file.rows("UPDATE Recipe SET isFavorite = 7")
    try file.rows("UPDATE CookbookState SET _pk = 0")
    let before = try summary("repair book.store --dry-run --json", status: 1)
    let output = try run("repair book.store --yes", status: 1).output
    #expect(output.contains("isFavorite: 7 is not of type bool"), "\(output)")
    #expect(output.contains("Not repaired: entity: the row 0 of CookbookState"), "\(output)")
    let after = try summary("repair book.store --json", status: 1)
    #expect(after.remaining.counts == ["value": 2, "entity": 1])
    #expect(before.remaining.counts == after.remaining.counts && after.counts == [:])
  }

  @Test("A unique index that the rows contradict is not created (41.22)")
  func duplicates() throws {
    try makeDamagedStore()
    try file.rows(#"DROP INDEX "Tag.name!""#)
    try file.rows("INSERT INTO Tag (_pk, name, color) SELECT 7, name, color FROM Tag LIMIT 1")
    let summary = try summary("repair book.store --yes --json", status: 1)
    #expect(
      summary.obstacles == [
        "the index Tag.name! cannot be created: UNIQUE constraint failed: Tag.name"
      ])
    #expect(summary.counts == ["link": 2, "index": 1])
    #expect(summary.remaining.counts == ["table": 1])
  }

  @Test("A store with damage that writing could make worse is left (41.22)")
  func damaged() throws {
    try makeDamagedStore()
    try file.rows("UPDATE _perennial_entities SET checksum = '0' WHERE name = 'Tag'")
    let result = try run("repair book.store --yes", status: 65)
    #expect(result.errors.contains("the description of Tag"), "\(result.errors)")
    #expect(result.errors.contains("Restore a backup"))
    #expect(try copies == [])
    #expect(try file.rows("SELECT count(*) FROM Ingredient WHERE recipe = 77") == [["1"]])
  }

  @Test("Links of a synced store are left, because the hub may have the objects (41.22)")
  func synced() throws {
    try makeDamagedStore()
    try file.rows(
      """
      CREATE TABLE _perennial_records (name TEXT PRIMARY KEY, refusal TEXT, is_acknowledged INTEGER)
      """)
    let summary = try summary("repair book.store --yes --json", status: 1)
    #expect(summary.counts == ["index": 1])
    #expect(summary.obstacles.first?.contains("the store is synced") == true)
    #expect(summary.remaining.counts == ["reference": 2])
  }

  @Test("A missing trigger of presets is created, and records deletions again (41.22)")
  func presetTrigger() throws {
    try PresetBook.make(at: folder.file("book.store"))
    try file.rows(#"DROP TRIGGER "_perennial_presets_row.Tag""#)
    #expect(try summary("repair book.store --yes --json").counts == ["trigger": 1])
    try file.rows("DELETE FROM Tag WHERE name = 'Soup'")
    #expect(
      try file.rows("SELECT count(*) FROM _perennial_deleted_presets WHERE preset LIKE '%soup%'")
        == [["1"]])
    #expect(try summary("repair book.store --json").counts == [:])
  }

  @Test("Triggers of full-text indices and of files are created, and the index is filled (41.22)")
  func otherTriggers() throws {
    let url = folder.file("book.store")
    do {
      let container = try ModelContainer(
        for: Letter.self, configurations: ModelConfiguration(url: url))
      let context = ModelContext(container)
      context.insert(Letter("first", picture: Data(repeating: 1, count: 200_000)))
      try context.save()
    }
    try file.rows(#"DROP TRIGGER "_perennial_search.Letter.insert""#)
    try file.rows(#"DROP TRIGGER "_perennial_external_delete.Letter.picture""#)
    try file.rows("INSERT INTO Letter (_pk, text) VALUES (5, 'second')")
    let find = """
      SELECT rowid FROM "_perennial_search.Letter.text" WHERE "_perennial_search.Letter.text" MATCH 'second'
      """
    #expect(try file.rows(find) == [])
    #expect(try summary("repair book.store --yes --json").counts == ["trigger": 2])
    #expect(try file.rows(find) == [["5"]])
    try file.rows("DELETE FROM Letter WHERE text = 'first'")
    #expect(try file.rows("SELECT uses FROM _perennial_external") == [["0"]])
  }
}
