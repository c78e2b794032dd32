import CookbookModel
import Foundation
import StoreFiles
import SwiftData
import Testing

@Suite("Merging duplicates by command")
struct MergeTests {
  let folder: ScratchFolder
  let book: EarlierBook

  private static let presets = """
    book.store --catalog cookbook.json --id Tag=name --id Recipe=presetKey \
    --id Ingredient=recipe.presetKey/name
    """

  init() throws {
    folder = try ScratchFolder()
    book = try EarlierBook(in: folder)
  }

  private func run(
    _ line: String, status: Int32 = 0, location: SourceLocation = #_sourceLocation
  ) throws -> Tool.Result {
    let arguments = ["presets", "merge"] + line.split(separator: " ").map(String.init)
    let result = try Tool.run(arguments: arguments, in: folder.url)
    #expect(result.status == status, "\(result.errors)", sourceLocation: location)
    return result
  }

  private func expect(
    _ golden: String, _ line: String, location: SourceLocation = #_sourceLocation
  ) throws {
    let result = try run(line, location: location)
    #expect(result.errors == "", sourceLocation: location)
    try Golden.expect(
      result.output, "presets-merge\(golden)", in: folder.url, location: location)
  }

  private func contents() throws -> String {
    try Tool.run("export", "book.store", in: folder.url).output
  }

  private func backups() throws -> Int {
    let result = try Tool.run("backup", "book.store", "--list", "--json", in: folder.url)
    return result.output.split(separator: "\n").count { $0.contains(".backup") }
  }

  /// Expects SQLite, without the framework, and the `verify` command to find no fault in the file.
  private func expectSound() throws {
    let file = StoreFile(url: book.url)
    #expect(try file.rows("PRAGMA foreign_key_check").isEmpty)
    #expect(try file.rows("PRAGMA integrity_check") == [["ok"]])
    #expect(try Tool.run("verify", "book.store", in: folder.url).status == 0)
  }

  @Test("A dry run and a refusal tell everything, and change nothing")
  func dryRun() throws {
    let before = try contents()
    try expect("-dry-run", "\(Self.presets) --dry-run")
    try expect("-dry-run-json", "\(Self.presets) --formerly earlier.json --dry-run --json")
    let refusal = try run(Self.presets, status: 2)
    #expect(refusal.errors.contains("7 duplicates of 4 objects"))
    #expect(refusal.errors.contains("so the command cannot ask. Use --yes to confirm"))
    #expect(try contents() == before)
    #expect(try backups() == 0)
  }

  @Test("Copies become the presets, with what people have written; and it can be undone")
  func merge() throws {
    let before = try contents()
    try expect("", "\(Self.presets) --formerly earlier.json --yes")
    try expectSound()
    let file = StoreFile(url: book.url)
    #expect(
      try file.rows(#"SELECT title, minutes, _pk < 0 FROM "Recipe" ORDER BY title, minutes"#)
        == [["My soup", "45", "1"], ["Stew", "63", "0"], ["Stew", "64", "0"]])
    #expect(
      try file.rows(#"SELECT name, _pk < 0, recipe < 0 FROM "Ingredient" ORDER BY name"#)
        == [["beans", "1", "1"], ["love", "0", "1"], ["salt", "1", "1"]])
    #expect(
      try file.rows(#"SELECT note, recipe < 0 FROM "CookingLogEntry""#) == [["Good", "1"]])
    let soup = try #require(try book.context().fetch(FetchDescriptor<CookbookModel.Tag>()).first)
    #expect(soup.recipes.map(\.title) == ["My soup"])
    #expect(
      try Tool.run("restore", "book.store", "latest", "--yes", in: folder.url).status == 0)
    #expect(try contents() == before)
  }

  @Test("The whole report as JSON; again there is nothing to merge, to ask, or to back up")
  func again() throws {
    try expect("-json", "\(Self.presets) --formerly earlier.json --yes --json")
    try expectSound()
    #expect(try backups() == 1)
    let before = try contents()
    try expect("-again", Self.presets)
    #expect(try contents() == before)
    #expect(try backups() == 1)
  }

  @Test("Without a backup there is none")
  func withoutBackup() throws {
    let result = try run("\(Self.presets) --no-backup --yes")
    #expect(!result.output.contains("To undo"))
    #expect(try backups() == 0)
  }

  @Test("What is alike is listed, and merged where that is confirmed")
  func lookAlikes() throws {
    try expect("-alike", "book.store --key Recipe=title")
    try expect("-alike-json", "book.store --key Recipe=title --json")
    let listed = try run("book.store --key Recipe=title --confirm Recipe=Other")
    #expect(listed.output.contains("1 key to confirm"))
    #expect(try backups() == 0)
    try expect("-confirmed", "book.store --key Recipe=title --confirm Recipe=Stew --yes")
    try expectSound()
    #expect(
      try StoreFile(url: book.url).rows(#"SELECT minutes FROM "Recipe" WHERE title = 'Stew'"#)
        == [["64"]])
    let again = try run("book.store --key Recipe=title --confirm Recipe=Stew")
    #expect(again.output.contains("nothing to merge"))
  }

  @Test("A part is told by its owner as long as that is one")
  func ownerless() throws {
    let context = try book.context()
    context.insert(Ingredient(name: "salt"))
    try context.save()
    _ = try run("\(Self.presets) --yes")
    #expect(
      try StoreFile(url: book.url).rows(
        #"SELECT recipe IS NULL FROM "Ingredient" WHERE name = 'salt' ORDER BY 1"#)
        == [["0"], ["1"]])
  }

  @Test("Copies of what somebody has deleted go, with what belongs to them")
  func deleted() throws {
    _ = try run("\(Self.presets) --no-backup --yes")
    let context = try book.context()
    let recipes = try context.fetch(FetchDescriptor<Recipe>())
    context.delete(try #require(recipes.first { $0.presetKey == "soup" }))
    try context.save()
    try book.insertSoup(6, ingredients: ["beans"])
    try expect("-deleted", "\(Self.presets) --yes")
    try expectSound()
    let file = StoreFile(url: book.url)
    #expect(try file.rows(#"SELECT 1 FROM "Recipe" WHERE title <> 'Stew'"#).isEmpty)
    #expect(try file.rows(#"SELECT name FROM "Ingredient""#).isEmpty)
  }

  @Test("Of several ways to tell an object the first counts that tells a preset")
  func several() throws {
    let result = try run(
      """
      book.store --catalog cookbook.json --id Recipe=title --id Recipe=presetKey --key Recipe=title \
      --dry-run --json
      """)
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    #expect(report.merges.map(\.subject.id) == ["soup"])
    #expect(report.lookAlikes.map(\.subject.id) == ["Stew"])
    #expect(report.dryRun)
  }

  /// The parts of the report that another program reads.
  private struct Report: Decodable {
    struct Subject: Decodable { let id: String }
    struct Entry: Decodable { let subject: Subject }
    let merges: [Entry]
    let lookAlikes: [Entry]
    let dryRun: Bool
  }

  @Test("What a version retires is not deleted where nobody knows what it would take along")
  func unknownRules() throws {
    _ = try run("\(Self.presets) --no-backup --yes")
    try book.insertSoup(5)
    try book.write("later.json", version: 3, ingredients: ["salt"])
    try StoreFile(url: book.url).rows("DELETE FROM _perennial_metadata WHERE key = 'rules'")
    let line = "book.store --catalog later.json --id Recipe=presetKey"
    let refusal = try run("\(line) --yes", status: 70)
    #expect(
      refusal.errors.contains("does not record the delete rules of Ingredient. Open the store once")
    )
    _ = try book.context()
    let asked = try run(line, status: 2)
    #expect(asked.errors.contains("1 preset that the catalog no longer has will be deleted"))
    _ = try run("\(line) --yes")
    #expect(
      try StoreFile(url: book.url).rows(#"SELECT name FROM "Ingredient" WHERE recipe < 0"#)
        .flatMap(\.self).sorted() == ["love", "salt"])
  }

  static let mistakes: [(String, Int32, String)] = [
    ("book.store --catalog cookbook.json", 64, "--id or --key is required"),
    ("book.store --id Tag=name", 64, "--id needs --catalog"),
    ("book.store --catalog cookbook.json --id Tag", 64, "'Tag' is invalid for '--id"),
    ("book.store --catalog cookbook.json --id =name", 64, "'=name' is invalid for '--id"),
    ("book.store --key Tag=name --confirm Recipe=x", 64, "--confirm Recipe=x needs --key Recipe="),
    ("book.store --key Tag=name --formerly earlier.json", 64, "--formerly needs --id"),
    ("nowhere.store --key Tag=name", 66, "nowhere.store does not exist"),
    ("book.store --key Tagg=name", 66, "there is no entity “Tagg”; did you mean “Tag”?"),
    ("book.store --key Dish=name", 66, "known names are CookbookState, CookingLogEntry,"),
    (
      "book.store --key Tag=nam", 64,
      "Tag=nam: Tag has no stored property “nam”; did you mean “name”?"
    ),
    ("book.store --key Tag=xyz", 64, "“xyz”; known names are name, color, recipes"),
    (
      "book.store --key Recipe=createdAt", 64,
      "Recipe.createdAt is of type Date, which does not identify an object"
    ),
    ("book.store --key Recipe=isFavorite", 64, "of type Bool"),
    ("book.store --key Recipe=instructions", 64, "a whole number, a UUID or a URL"),
    ("book.store --key Recipe=tags.name", 64, "Recipe.tags is a to-many relationship"),
    ("book.store --key Ingredient=recipe", 64, "one of its properties, such as recipe.uid"),
    ("book.store --key Ingredient=name.x", 64, "Ingredient.name is not a relationship"),
    ("book.store --key Ingredient=recipe.uid/", 64, "Ingredient has no stored property “”"),
    (
      "book.store --catalog cookbook.json --id CookingLogEntry=uid", 64,
      "the catalogs have no presets of CookingLogEntry, but of Ingredient, Recipe, Tag"
    ),
    ("book.store --key Tag=x --key Recipe=y", 64, "Recipe=y: Recipe has no stored property “y”"),
    (
      "book.store --catalog cookbook.json --id Tag=name --formerly nowhere.json", 66,
      "nowhere.json does not exist"
    ),
    ("book.store --catalog cookbook.json --id Tag=name --formerly broken.json", 65, "broken.json:"),
    ("book.store --catalog cookbook.json --id Tag=name --formerly wrong.json", 65, "wrong.json:"),
    (
      "book.store --catalog cookbook.json --id Tag=name --formerly other.json", 65,
      "other.json has the catalog “other”, but --catalog has cookbook"
    ),
  ]

  @Test("An error says what is wrong, with a status of its own", arguments: mistakes)
  func refusal(_ line: String, _ status: Int32, _ words: String) throws {
    for (name, text) in [
      ("broken.json", #"{ "catalog": "cookbook", "presets": { "#),
      ("wrong.json", #"{ "catalog": "cookbook", "presets": { "Tag": [{ "nom": "x" }] } }"#),
      ("other.json", #"{ "catalog": "other", "presets": {} }"#),
    ] { try Data(text.utf8).write(to: folder.file(name)) }
    let before = try contents()
    let result = try run("\(line) --yes", status: status)
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(result.output == "")
    #expect(try contents() == before)
    #expect(try backups() == 0)
  }
}
