import Foundation
import StoreFiles
import Testing

/// Foreign keys are off in most tools, so that they can delete an object and leave the links to it.
@Suite("Links to objects that do not exist")
struct DanglingLinkTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try SmallBook.make(at: folder.file("book.store"))
  }

  private func damage() throws {
    let file = StoreFile(url: folder.file("book.store"))
    try file.rows("DELETE FROM Tag WHERE name = 'Soup'")
    try file.rows("UPDATE Ingredient SET recipe = 77 WHERE name = 'salt'")
  }

  private func run(
    _ line: String, status: Int32, location: SourceLocation = #_sourceLocation
  ) throws -> Tool.Result {
    let result = try Tool.run(
      arguments: line.split(separator: " ").map(String.init), in: folder.url)
    #expect(result.status == status, "\(result.errors)", sourceLocation: location)
    return result
  }

  private struct Report: Decodable {
    let objects: [String: Int]
    let links: [String: Int]
    let danglingLinks: [String: Int]?
  }

  private func report(_ result: Tool.Result) throws -> Report {
    try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
  }

  @Test(
    "An export says that it has some, and ends with status 1 (41.22)",
    arguments: ["document", "tables --format csv", "--dry-run", "document --json"])
  func export(_ options: String) throws {
    try damage()
    let result = try run("export book.store \(options)", status: 1)
    #expect(
      result.errors.hasPrefix(
        """
        perennial: The document has 2 links to objects that do not exist (Ingredient.recipe 1, Recipe.tags 1), \
        so an import refuses it.
        """), "\(result.errors)")
    #expect(result.errors.contains("--omit-dangling-links"))
    if options.hasSuffix("--json") {
      #expect(try report(result).danglingLinks == ["Ingredient.recipe": 1, "Recipe.tags": 1])
    }
    if options == "--dry-run" { return }
    let name = try #require(options.split(separator: " ").first)
    let refused = try run("import \(name) copy.store", status: 65)
    #expect(refused.errors.contains("references a Tag that does not exist"))
  }

  @Test("A database for other programs has them without names (41.26)")
  func database() throws {
    try damage()
    let result = try run("export book.store book.db --format sqlite", status: 1)
    #expect(
      result.errors.hasPrefix(
        """
        perennial: The database has 2 links to objects that do not exist (Ingredient.recipe 1, Recipe.tags 1). To \
        leave such links out, use --omit-dangling-links.
        """), "\(result.errors)")
  }

  @Test("Standard output has the whole document nevertheless (41.22)")
  func output() throws {
    try damage()
    let result = try run("export book.store", status: 1)
    #expect(result.output.contains(#""recipe":"77""#))
    #expect(result.output.hasSuffix("}\n"))
    #expect(result.errors.contains("2 links"))
  }

  @Test(
    "With --omit-dangling-links the document has all but these links, and is imported (41.22)",
    arguments: ["json", "csv"])
  func omission(_ format: String) throws {
    try damage()
    let result = try run(
      "export book.store out --format \(format) --omit-dangling-links --json", status: 0)
    #expect(
      result.errors == """
        perennial: Left out 2 links to objects that do not exist: Ingredient.recipe 1, Recipe.tags 1

        """)
    let report = try report(result)
    #expect(report.objects["Ingredient"] == 2 && report.links == ["Recipe.tags": 2])
    #expect(report.danglingLinks == ["Ingredient.recipe": 1, "Recipe.tags": 1])
    _ = try run("import out copy.store", status: 0)
    #expect(try run("verify copy.store", status: 0).output.contains("is sound"))
    // All other links and values are the same: the copy exports the same document.
    let expected = try run("export book.store --omit-dangling-links", status: 0).output
    #expect(try run("export copy.store", status: 0).output == expected)
    #expect(
      expected.contains(#""name":"salt","quantity":null,"unit":"","position":1,"recipe":null"#))
  }

  @Test("A document without such links is the same with the option (41.22)")
  func nothingToOmit() throws {
    let whole = try run("export book.store", status: 0)
    let omitting = try run("export book.store --omit-dangling-links", status: 0)
    #expect(whole.output == omitting.output && omitting.errors == "")
    let result = try run("export book.store out --omit-dangling-links --json", status: 0)
    #expect(try report(result).danglingLinks == [:])
  }

  @Test("verify names each link once, with its entity, key and property (41.22)")
  func verification() throws {
    try damage()
    let file = StoreFile(url: folder.file("book.store"))
    try file.rows(#"INSERT INTO "Recipe.tags" VALUES (91, 92, 0, 0)"#)
    let salt = try #require(
      try file.rows("SELECT _pk FROM Ingredient WHERE name = 'salt'").first?.first)
    let soup = try #require(
      try file.rows(
        #"SELECT source, target FROM "Recipe.tags" WHERE target NOT IN (SELECT _pk FROM Tag) AND source > 91"#
      ).first)
    let lines = try run("verify book.store", status: 1).output.split(separator: "\n").dropFirst()
      .map(String.init)
    #expect(
      lines.sorted()
        == [
          "  reference: Ingredient \(salt) references a Recipe that does not exist: recipe is 77",
          "  reference: the link of Recipe.tags from \(soup[0]) to \(soup[1]) references a Tag that does not exist",
          "  reference: the link of Recipe.tags from 91 to 92 references a Recipe and a Tag that do not exist",
        ].sorted())
  }

  @Test("A relationship that is nil is not dangling if there are no objects at all (41.22)")
  func emptyTable() throws {
    let file = StoreFile(url: folder.file("book.store"))
    try file.rows("DELETE FROM Recipe")
    try file.rows(#"DELETE FROM "Recipe.tags""#)
    try file.rows("UPDATE CookingLogEntry SET recipe = NULL")
    try file.rows("UPDATE Ingredient SET recipe = NULL WHERE name = 'salt'")
    let verification = try run("verify book.store", status: 1).output
    #expect(verification.contains("has 1 problem: "), "\(verification)")
    #expect(try run("export book.store", status: 1).errors.contains("(Ingredient.recipe 1)"))
    _ = try run("export book.store out --omit-dangling-links", status: 0)
    _ = try run("import out copy.store", status: 0)
  }

  @Test("References of tables that no entity describes are counted (41.22)")
  func foreignTable() throws {
    let file = StoreFile(url: folder.file("book.store"))
    try file.rows("CREATE TABLE notes (id INTEGER PRIMARY KEY, tag INTEGER REFERENCES Tag (_pk))")
    try file.rows("INSERT INTO notes (tag) VALUES (5), (6)")
    let output = try run("verify book.store", status: 1).output
    #expect(
      output.contains("  reference: notes.tag references rows of Tag that do not exist: 2\n"),
      "\(output)")
  }
}
