import Foundation
import StoreFiles
import SwiftData
import Testing

@Suite("Other tools edit stores")
struct OtherToolsTests {
  let folder: ScratchFolder
  private var book: URL { folder.file("book.store") }
  private var file: StoreFile { StoreFile(url: book) }

  init() throws {
    folder = try ScratchFolder()
    try EditedBook.make(at: folder.file("book.store"))
  }

  private func perennial(_ line: String) throws -> Tool.Result {
    try Tool.run(arguments: line.split(separator: " ").map(String.init), in: folder.url)
  }

  private func expectSound(location: SourceLocation = #_sourceLocation) throws {
    let result = try perennial("verify book.store")
    #expect(
      result.status == 0 && result.output.contains("is sound"), "\(result.output)\(result.errors)",
      sourceLocation: location)
  }

  // MARK: FileFormat.md

  private static let page = (try? PageSection.all(of: "FileFormat.md")) ?? []
  private static let section = page.first { $0.title == "Editing with other tools" }
  private static let statements = section?.code(in: "sql") ?? []

  /// Runs statements with the shell of SQLite, after the pragmas of the first block.
  private func sqlite(_ statements: String) throws -> String {
    let script = folder.file("script.sql")
    try Data(((Self.statements.first ?? "") + statements).utf8).write(to: script)
    let result = try Shell.run("sqlite3 -bail book.store <script.sql", in: folder.url)
    #expect(result.status == 0 && result.errors.isEmpty, "\(statements)\(result.errors)")
    return result.output
  }

  @Test(
    "The statements of FileFormat.md leave a sound store with their values (41.26)",
    .enabled(if: Shell.hasSQLite))
  func documentedStatements() throws {
    #expect(Self.statements.count == 9)
    var output = ""
    for statements in Self.statements {
      output += try sqlite(statements)
      try expectSound()
    }
    #expect(output.contains("|Bread|0|2001-01-01 00:00:00|"), "\(output)")
    #expect(output.contains("Bread|Festive\nBread|Quick\n"), "\(output)")
    let others = Self.page.filter { $0.title != Self.section?.title }.flatMap { $0.code(in: "sql") }
    #expect(others.count == 1)
    for statement in others {
      #expect(try sqlite(statement + ";").contains("|Recipe|update|["))
    }
    let (recipes, tags) = try EditedBook.contents(of: book)
    #expect(
      recipes == [
        EditedBook.Contents(
          title: "Soup", minutes: 20, steps: ["Chop the onions.", "Simmer."],
          tags: ["Quick", "Winter"])
      ])
    #expect(tags == ["Quick", "Winter"])
    let container = try EditedBook.container(at: book, version: 2)
    let context = ModelContext(container)
    let soup = try #require(try context.fetch(FetchDescriptor<EditedBook.Recipe>()).first)
    #expect(soup.added == (try Date("2026-02-01T00:00:00Z", strategy: .iso8601)))
    #expect(soup.price == Decimal(string: "12.5"))
    #expect(soup.identifier.uuidString == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    #expect(soup.hints == ["Serve hot.", "Add salt."])
    #expect(!soup.isFavorite)
    // The deleted preset stays deleted in the next version, and the deleted steps are no more.
    #expect(try context.fetchCount(FetchDescriptor<EditedBook.Tag>()) == 2)
    #expect(try context.fetchCount(FetchDescriptor<EditedBook.Step>()) == 2)
    // The program goes on to write.
    soup.steps.append(EditedBook.Step("Serve."))
    try context.save()
    #expect(try EditedBook.contents(of: book).recipes[0].steps.last == "Serve.")
    let document = try perennial("export book.store").output
    #expect(document.contains(#""price":"12.5""#), "\(document)")
    try expectSound()
  }

  @Test(
    "A program that has the store open receives changes with and without an entry in the history (41.20, 41.26)",
    .enabled(if: Shell.hasSQLite))
  func entry() throws {
    for statements in Self.statements.dropLast() { _ = try sqlite(statements) }
    let context = ModelContext(try EditedBook.container(at: book))
    let soup = try #require(try context.fetch(FetchDescriptor<EditedBook.Recipe>()).first)
    #expect(soup.minutes == 25)
    _ = try sqlite("UPDATE Recipe SET minutes = 21;")
    _ = try context.fetchCount(FetchDescriptor<EditedBook.Step>())
    #expect(soup.minutes == 21)
    _ = try sqlite(try #require(Self.statements.last))
    _ = try context.fetchCount(FetchDescriptor<EditedBook.Step>())
    #expect(soup.minutes == 20)
    let transactions = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(transactions.last?.author == "ada")
    #expect(transactions.last?.changes.count == 1)
    // The stamps of the program's transactions are later.
    soup.minutes = 22
    try context.save()
    let order = "SELECT id = (SELECT count(*) FROM _perennial_history WHERE stamp <= h.stamp) FROM"
    #expect(
      try file.rows("\(order) _perennial_history AS h").allSatisfy { $0 == ["1"] })
    try expectSound()
  }

  @Test("The next version of a catalog keeps what another tool has written (41.18)")
  func updatedPreset() throws {
    try file.rows("UPDATE Tag SET note = 'Mine' WHERE name = 'Quick'")
    try expectSound()
    for version in [1, 2] {
      let context = ModelContext(try EditedBook.container(at: book, version: version))
      let quick = #Predicate<EditedBook.Tag> { $0.name == "Quick" }
      let tag = try #require(try context.fetch(FetchDescriptor(predicate: quick)).first)
      #expect(tag.note == "Mine")
    }
    try expectSound()
  }

  @Test(
    "The function of FileFormat.md writes decimals as the program does (41.26)",
    .enabled(if: Shell.hasPython))
  func decimals() throws {
    let numbers = [
      "0", "1", "-1", "12.50", "-0.1", "1200", "0.005", "1e-100", "-98765.4321",
      "99999999999999999999999999999999999999",
    ]
    let context = ModelContext(try EditedBook.container(at: book))
    for number in numbers {
      context.insert(EditedBook.Recipe(title: number, price: try #require(Decimal(string: number))))
    }
    try context.save()
    let section = try #require(Self.section)
    try Data(
      """
      \(section.code(in: "python").joined())
      for number in \(numbers):
          print(number, ordered_decimal(number).hex().upper())

      """.utf8
    ).write(to: folder.file("decimals.py"))
    let result = try Shell.run("python decimals.py", in: folder.url)
    #expect(result.errors == "")
    let written = try file.rows(
      "SELECT title || ' ' || hex(price) FROM Recipe WHERE title <> 'Bread'")
    #expect(
      Set(written.map { $0[0] }) == Set(result.output.split(separator: "\n").map(String.init)))
  }

  // MARK: OtherTools.md

  private static let tools: [PageSection] = (try? PageSection.all(of: "OtherTools.md")) ?? []

  @Test("Each section of OtherTools.md has code (41.26)")
  func sections() {
    #expect(
      Self.tools.map(\.title) == ["sqlite-utils", "SQLAlchemy", "Django", "pandas", "DuckDB"])
    #expect(Self.tools.allSatisfy { !$0.blocks.isEmpty })
  }

  @Test(
    "The code of OtherTools.md leaves a sound store with its values (41.26)",
    .enabled(if: Shell.hasPython), arguments: tools)
  func documentedTools(_ tool: PageSection) throws {
    var script = ""
    for (number, block) in tool.blocks.enumerated() {
      guard block.language == "python" else {
        script += block.code
        continue
      }
      // DuckDB would download its extension, which is a package of the environment here.
      let prologue = tool.title == "DuckDB" ? "from extension import *\n" : ""
      try Data((prologue + block.code).utf8).write(to: folder.file("block\(number).py"))
      script += "python block\(number).py\n"
    }
    try FileManager.default.copyItem(
      at: Self.python("extension.py"), to: folder.file("extension.py"))
    let result = try Shell.run(script, in: folder.url)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    try expectSound()
    var (bread, tags) = (EditedBook.bread, ["Festive", "Quick", "Winter"])
    if tool.title != "pandas" { bread.minutes = 45 }
    if !["pandas", "DuckDB"].contains(tool.title) {
      bread.tags = ["Quick"]
      tags = ["Quick", "Winter"]
      #expect(
        try file.rows("SELECT preset FROM _perennial_deleted_presets")
          == [[#"["basics/Festive"]"#]])
    }
    let contents = try EditedBook.contents(of: book)
    #expect(contents.recipes == [bread])
    #expect(contents.tags == tags)
    switch tool.title {
    case "SQLAlchemy": #expect(result.output == "['Knead.', 'Bake.']\n")
    case "pandas": #expect(result.output.contains("2001-01-01 00:00:00+00:00"))
    case "DuckDB": #expect(result.output == "[('Bread', datetime.datetime(2001, 1, 1, 0, 0))]\n")
    default: break
    }
  }

  // MARK: Misuse

  private static func python(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Python/\(name)")
  }

  @Test(
    "An insertion without a key into a table of presets is refused to all tools (41.26)",
    .enabled(if: Shell.hasPython))
  func withoutKey() throws {
    let before = try perennial("export book.store").output
    let script = Self.python("insert_without_key.py").path
    let result = try Shell.run("python '\(script)' book.store", in: folder.url)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 5 && result.status == 0, "\(result.output)\(result.errors)")
    for line in lines {
      #expect(
        line.contains("A row of Tag has the key of a preset and is none. Write a positive key"),
        "\(line)")
    }
    try expectSound()
    #expect(try perennial("export book.store").output == before)
  }

  @Test(
    "Triggers that sqlite-utils removes are named and created (41.26)",
    .enabled(if: Shell.hasPython))
  func transform() throws {
    let before = try perennial("export book.store").output
    _ = try Shell.run("sqlite-utils transform book.store Tag --column-order name", in: folder.url)
    let report = try perennial("verify book.store")
    #expect(report.status == 1, "\(report.output)")
    #expect(
      report.output.contains("the trigger _perennial_presets_row.Tag is missing"),
      "\(report.output)")
    #expect(try perennial("repair book.store --yes").status == 0)
    try expectSound()
    #expect(try perennial("export book.store").output == before)
    #expect(
      try file.rows("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'Tag'")
        .map { $0[0] }.sorted()
        == ["edit", "key", "row"].map { "_perennial_presets_\($0).Tag" })
    // Join tables have no rowids, for which the command fails.
    let failure = try Shell.run("sqlite-utils transform book.store Recipe.tags", in: folder.url)
    #expect(failure.errors.contains("datatype mismatch"), "\(failure.errors)")
    try expectSound()
  }

  @Test(
    "A table that pandas replaces is named, and a backup replaces the file (41.26)",
    .enabled(if: Shell.hasPython))
  func replacement() throws {
    let before = try perennial("export book.store").output
    #expect(try perennial("backup book.store").status == 0)
    try Data(
      """
      import pandas, sqlite3
      database = sqlite3.connect("book.store")
      tags = pandas.read_sql("SELECT * FROM Tag", database)
      tags.to_sql("Tag", database, if_exists="replace", index=False)
      """.utf8
    ).write(to: folder.file("replace.py"))
    #expect(try Shell.run("python replace.py", in: folder.url).status == 0)
    let report = try perennial("verify book.store")
    #expect(report.status == 1, "\(report.output)")
    #expect(report.output.contains("Tag.name!"), "\(report.output)")
    // A restoration changes the present tables, of which one is not the framework's.
    for name in ["book.store", "book.store-wal", "book.store-shm"] {
      try? FileManager.default.moveItem(at: folder.file(name), to: folder.file("damaged-\(name)"))
    }
    #expect(try perennial("restore book.store latest").status == 0)
    try expectSound()
    #expect(try perennial("export book.store").output == before)
  }

  @Test(
    "Links that a deletion without foreign keys leaves are named and removed (41.26)",
    .enabled(if: Shell.hasSQLite))
  func deletion() throws {
    let result = try Shell.run(
      #"sqlite3 book.store "DELETE FROM Tag WHERE name = 'Festive'""#, in: folder.url)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try perennial("verify book.store").output.contains("tags"))
    #expect(try perennial("repair book.store --yes").status == 0)
    try expectSound()
    #expect(try EditedBook.contents(of: book).recipes[0].tags == ["Quick"])
  }
}
