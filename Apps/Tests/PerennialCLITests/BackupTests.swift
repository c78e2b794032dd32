import Foundation
import StoreFiles
import Testing

@Suite("Backups by command")
struct BackupTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try PresetBook.make(at: folder.file("book.store"))
  }

  private func run(
    _ line: String, status: Int32 = 0, location: SourceLocation = #_sourceLocation
  ) throws -> Tool.Result {
    let result = try Tool.run(
      arguments: line.split(separator: " ").map(String.init), in: folder.url)
    #expect(result.status == status, "\(result.errors)", sourceLocation: location)
    return result
  }

  private func expect(
    _ golden: String, _ line: String, location: SourceLocation = #_sourceLocation
  ) throws {
    let result = try run(line, location: location)
    #expect(result.errors == "", sourceLocation: location)
    try Golden.expect(result.output, golden, in: folder.url, location: location)
  }

  private func contents() throws -> String { try run("export book.store").output }

  @Test("backup")
  func backup() throws {
    try expect("backup-none", "backup book.store --list")
    try expect("backup", "backup book.store")
    try expect("backup-to", "backup book.store --to safe.backup")
    try expect("backup-json", "backup book.store --json")
    try expect("backup-list", "backup book.store --list")
    try expect("backup-list-json", "backup book.store --list --json")
    _ = try run("backup book.store --keep 1")
    #expect(try run("backup book.store --list").output.split(separator: "\n").count == 1)
  }

  @Test("restore brings everything back, and says how to undo that")
  func restore() throws {
    let before = try contents()
    _ = try run("backup book.store --to safe.backup")
    try expect("reset", "reset book.store --yes")
    let after = try contents()
    #expect(after != before)
    try expect("restore-dry-run", "restore book.store safe.backup --dry-run")
    #expect(try contents() == after)
    try expect("restore", "restore book.store safe.backup --yes")
    #expect(try contents() == before)
    try expect("restore-json", "restore book.store latest --yes --json")
    #expect(try contents() == after)
    try expect("restore-new", "restore new.store safe.backup")
    #expect(try run("export new.store").output == before)
    #expect(try run("verify new.store").output.contains("is sound"))
  }

  @Test("A dry run of a restoration counts the rows that would be changed (41.33)")
  func comparison() throws {
    struct Summary: Decodable {
      struct Changes: Decodable {
        let objects: [String: [String: Int]]
        let links: [String: [String: Int]]
      }
      let changes: Changes?
    }
    func summary(_ line: String) throws -> Summary {
      try JSONDecoder().decode(Summary.self, from: Data(try run(line).output.utf8))
    }
    func lines(_ line: String) throws -> [String] {
      try run(line).output.split(separator: "\n").dropFirst().map(String.init)
    }
    try SmallBook.make(at: folder.file("small.store"))
    _ = try run("backup small.store --to small.backup")
    let file = StoreFile(url: folder.file("small.store"))
    try file.rows("UPDATE Recipe SET minutes = 1 WHERE title = 'Minestrone'")
    try file.rows("DELETE FROM Ingredient")
    try file.rows("INSERT INTO Tag (_pk, name, color) SELECT 7, 'New', color FROM Tag LIMIT 1")
    try file.rows(
      #"DELETE FROM "Recipe.tags" WHERE target = (SELECT _pk FROM Tag WHERE name = 'Quick')"#)
    let before = try run("export small.store").output
    let dryRun = "restore small.store small.backup --dry-run"
    #expect(
      try lines(dryRun) == [
        "  Ingredient   2 inserted", "  Recipe       1 updated", "  Recipe.tags  2 inserted",
        "  Tag          1 deleted",
      ])
    let changes = try #require(try summary("\(dryRun) --json").changes)
    #expect(changes.objects["Tag"] == ["inserted": 0, "updated": 0, "deleted": 1])
    #expect(changes.objects["CookbookState"] == ["inserted": 0, "updated": 0, "deleted": 0])
    #expect(changes.links == ["Recipe.tags": ["inserted": 2, "updated": 0, "deleted": 0]])
    #expect(try run("export small.store").output == before)
    #expect(
      try lines("restore new.store small.backup --dry-run").contains(
        "  Recipe.tags      3 inserted"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("new.store").path))
    #expect(try summary("restore small.store small.backup --yes --json").changes == nil)
    #expect(try lines(dryRun) == ["The store has these contents already."])
  }

  @Test(
    "13.22 What a command says to undo it can be undone after any number of backups",
    arguments: [
      "reset book.store --yes", "restore book.store safe.backup --yes",
      "presets reset book.store --catalog basics.json --yes",
    ])
  func undo(_ line: String) throws {
    try Data(
      #"""
      { "catalog": "basics", "version": 1, "presets": { "Tag": [
        { "$id": "quick", "name": "Quick", "color": "teal" }] } }
      """#.utf8
    ).write(to: folder.file("basics.json"))
    _ = try run("backup book.store --to safe.backup")
    let before = try contents()
    let words = try #require(
      try run(line).output.split(separator: "\n").first { $0.hasPrefix("To undo: perennial ") })
    let undo = words.dropFirst("To undo: perennial ".count)
    let name = try #require(undo.split(separator: " ").last)
    var last = ""
    for number in 0..<3 {
      let output = try run("backup book.store --keep 1").output
      #expect(output.contains("Deleted an older backup: ") == (number > 0), "\(output)")
      #expect(!output.contains("Deleted an older backup: \(name)"))
      last = output
    }
    #expect(last.split(separator: "\n").count == 2)
    let list = try run("backup book.store --list").output.split(separator: "\n")
    #expect(list.count == 2)
    let operation = line.split(separator: " book").first ?? ""
    #expect(list.contains { $0.contains(name) && $0.hasSuffix("before \(operation)") }, "\(list)")
    _ = try run("\(undo) --yes")
    #expect(try contents() == before)
  }

  @Test("13.22 JSON lists the backups that were deleted")
  func deletions() throws {
    struct Summary: Decodable {
      let path: String
      let deleted: [String]
      let undoes: String?
    }
    func backUp() throws -> Summary {
      try JSONDecoder().decode(
        Summary.self, from: Data(try run("backup book.store --keep 1 --json").output.utf8))
    }
    let first = try backUp()
    #expect(first.deleted == [])
    let second = try backUp()
    #expect(second.deleted == [first.path])
    #expect(second.undoes == nil)
  }

  @Test("reset")
  func reset() throws {
    let before = try contents()
    try expect("reset-dry-run", "reset book.store --dry-run")
    #expect(try contents() == before)
    try expect("reset-json", "reset book.store --yes --no-backup --json")
    #expect(!FileManager.default.fileExists(atPath: folder.file("book.store-backups").path))
    _ = try PresetBook.container(at: folder.file("book.store"))
    #expect(try run("inspect book.store --presets").output.contains("pristine"))
  }

  @Test(
    "Nothing is done that nobody has confirmed",
    arguments: ["reset book.store", "restore book.store safe.backup"])
  func unconfirmed(_ line: String) throws {
    _ = try run("backup book.store --to safe.backup")
    let before = try contents()
    let result = try run(line, status: 2)
    #expect(result.errors.contains("so the command cannot ask. Use --yes to confirm"))
    #expect(try contents() == before)
    #expect(!FileManager.default.fileExists(atPath: folder.file("book.store-backups").path))
  }

  @Test("inspect shows catalogs and what became of presets")
  func presetStates() throws {
    try expect("inspect-presets", "inspect book.store --presets")
    try expect("inspect-presets-json", "inspect book.store --presets --state edited --json")
    try expect("inspect-book", "inspect book.store")
  }
}
