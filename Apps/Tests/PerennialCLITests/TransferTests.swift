import CookbookModel
import Foundation
import Perennial
import StoreFiles
import Testing

@Suite("A book goes through export and import")
struct TransferTests {
  let folder: ScratchFolder

  init() async throws {
    folder = try ScratchFolder()
    _ = try RecipeBook(at: .file(folder.file("book.store")), recipes: .bundled())
  }

  private func succeed(_ result: Tool.Result, location: SourceLocation = #_sourceLocation) throws {
    try #require(result.status == 0, "\(result.errors)", sourceLocation: location)
  }

  @Test("Export, import into an empty store, export: the same bytes")
  func file() throws {
    try succeed(Tool.run("export", "book.store", "first.json", in: folder.url))
    try succeed(Tool.run("import", "first.json", "copy.store", in: folder.url))
    try succeed(Tool.run("export", "copy.store", "second.json", in: folder.url))
    let first = try Data(contentsOf: folder.file("first.json"))
    #expect(first.count > 10_000)
    #expect(try Data(contentsOf: folder.file("second.json")) == first)
    try succeed(Tool.run("verify", "copy.store", in: folder.url))
  }

  @Test("The same through standard output and standard input")
  func pipe() throws {
    let first = try Tool.run("export", "book.store", in: folder.url)
    try succeed(
      Tool.run("import", "-", "copy.store", in: folder.url, input: Data(first.output.utf8)))
    #expect(try Tool.run("export", "copy.store", in: folder.url).output == first.output)
  }

  @Test("The same as tables")
  func tables() throws {
    try succeed(Tool.run("export", "book.store", "first", "--format", "csv", in: folder.url))
    try succeed(Tool.run("import", "first", "copy.store", in: folder.url))
    try succeed(Tool.run("export", "copy.store", "second", "--format", "csv", in: folder.url))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("first").path)
    #expect(names.count == 8)
    for name in names {
      #expect(
        try Data(contentsOf: folder.file("first/\(name)"))
          == Data(contentsOf: folder.file("second/\(name)")), "\(name)")
    }
  }

  @Test("41.26: A database for other programs has the names of related objects")
  func database() throws {
    let result = try Tool.run(
      "export", "book.store", "book.db", "--format", "sqlite", in: folder.url)
    try succeed(result)
    #expect(result.output.hasPrefix("Exported to book.db: "))
    let database = StoreFile(url: folder.file("book.db"))
    let named = try database.rows(
      """
      SELECT count(*) FROM Ingredient JOIN Recipe ON recipe = Recipe._pk WHERE recipe$name = title
      """)
    let all = try StoreFile(url: folder.file("book.store")).rows("SELECT count(*) FROM Ingredient")
    #expect(named == all && all != [["0"]])
  }

  @Test(
    "13.18 A value that is none of the recorded cases ends an import and a verification with 65")
  func unknownCase() throws {
    try succeed(Tool.run("export", "book.store", "book.json", in: folder.url))
    let text = try String(contentsOf: folder.file("book.json"), encoding: .utf8)
    let edited = text.replacingOccurrences(
      of: #""difficulty":"easy""#, with: #""difficulty":"eazy""#)
    #expect(edited != text)
    try Data(edited.utf8).write(to: folder.file("edited.json"))
    let refused = try Tool.run("import", "edited.json", "copy.store", in: folder.url)
    #expect(refused.status == 65)
    #expect(refused.errors.contains("difficulty: “eazy” is not one of the recorded cases: “easy”"))
    // A value that another version of the program has recorded is imported, and found.
    let recorded = edited.replacingOccurrences(
      of: #"["easy","medium","challenging"]"#,
      with: #"["easy","medium","challenging"],"others":["eazy"]"#)
    try Data(recorded.utf8).write(to: folder.file("recorded.json"))
    try succeed(Tool.run("import", "recorded.json", "copy.store", in: folder.url))
    let found = try Tool.run("verify", "copy.store", in: folder.url)
    #expect(found.status == 65)
    #expect(found.output.contains("“eazy” is a case of another version of the program"))
  }

  @Test("The program opens the copy as its own")
  func opens() async throws {
    try succeed(Tool.run("export", "book.store", "book.json", in: folder.url))
    try succeed(Tool.run("import", "book.json", "copy.store", in: folder.url))
    let seeds = try RecipeSeeds.bundled()
    let copy = try RecipeBook(at: .file(folder.file("copy.store")), recipes: seeds)
    #expect(copy.starters.opening.isEmpty)
    #expect(copy.container.migrationReports.isEmpty)
    let page = try await copy.reader.page(matching: RecipeQuery())
    let book = try RecipeBook(at: .file(folder.file("book.store")), recipes: seeds)
    let expected = try await book.reader.page(matching: RecipeQuery())
    #expect(expected.total == seeds.recipes.count)
    #expect(page.recipes.map(\.title) == expected.recipes.map(\.title))
  }
}
