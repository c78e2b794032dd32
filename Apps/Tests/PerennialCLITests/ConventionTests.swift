import Foundation
import Testing

@Suite("What all commands have in common")
struct ConventionTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func run(_ line: String) throws -> Tool.Result {
    try Tool.run(arguments: line.split(separator: " ").map(String.init), in: folder.url)
  }

  // MARK: Unknown commands

  @Test(
    "An unknown command names the nearest one (41.33)",
    arguments: [
      ("inspekt book.store", "“inspekt” is not a command of perennial. Did you mean “inspect”?"),
      ("improt book.json new.store", "Did you mean “import”?"),
      ("EXPORT book.store", "“EXPORT” is not a command of perennial. Did you mean “export”?"),
      ("insp book.store", "Did you mean “inspect”?"),
      ("help verfy", "“verfy” is not a command of perennial. Did you mean “verify”?"),
      ("hub par ann", "“par” is not a command of perennial hub. Did you mean “pair”?"),
      ("hub account lsit", "is not a command of perennial hub account. Did you mean “list”?"),
      ("presets difff", "is not a command of perennial presets. Did you mean “diff”?"),
    ])
  func nearest(_ line: String, _ words: String) throws {
    let result = try run(line)
    #expect(result.status == 64)
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(result.output == "")
  }

  @Test("A word that is near to none has the list of commands (41.33)")
  func list() throws {
    let result = try run("frobnicate")
    #expect(result.status == 64)
    #expect(!result.errors.contains("Did you mean"))
    #expect(result.errors.contains("The commands are inspect, studio, verify,"), "\(result.errors)")
  }

  // MARK: Errors

  @Test("An export onto an existing file names --force (41.33)")
  func force() throws {
    try SmallBook.make(at: folder.file("book.store"))
    try Data("old".utf8).write(to: folder.file("book.json"))
    let refused = try run("export book.store book.json")
    #expect(refused.status == 73)
    #expect(
      refused.errors.hasSuffix(
        "book.json exists already and was left unchanged. Use --force to replace it.\n"),
      "\(refused.errors)")
    #expect(try String(contentsOf: folder.file("book.json"), encoding: .utf8) == "old")
    #expect(try run("export book.store book.json --force").status == 0)
    #expect(try Data(contentsOf: folder.file("book.json")).count > 100)
  }

  @Test(
    "An error is a sentence (41.33)",
    arguments: [
      "inspect nowhere.store", "import none.json new.store", "restore book.store latest",
      "inspect book.store --entity Dish", "reset book.store", "hub stats", "hub pair ann",
    ])
  func sentences(_ line: String) throws {
    try SmallBook.make(at: folder.file("book.store"))
    let errors = try run(line).errors
    #expect(errors.hasPrefix("perennial: ") && errors.hasSuffix(".\n"), "\(errors)")
    #expect(!errors.contains(".."), "\(errors)")
  }

  // MARK: Numbers and times

  @Test(
    "Sizes are rounded for people (41.33)",
    arguments: [
      (1, "1 byte"), (999, "999 bytes"), (1000, "1 KB"), (1049, "1 KB"), (1050, "1.1 KB"),
      (1999, "2 KB"), (999_949, "999.9 KB"), (999_950, "1 MB"), (1_049_950, "1 MB"),
      (1_250_000, "1.3 MB"), (5_000_000_000, "5 GB"), (1_234_000_000_000_000, "1,234 TB"),
    ])
  func sizes(_ bytes: Int, _ text: String) throws {
    _ = try run("hub account add ann")
    let result = try run("hub account limit ann \(bytes)")
    #expect(result.output == "The limit of ann is \(text).\n")
    let json = try run("hub account limit ann \(bytes) --json").output
    #expect(json.contains("\"limit\" : \(bytes)"), "\(json)")
  }

  @Test("inspect has rounded sizes of tables, and JSON has bytes (41.33)")
  func tableSizes() throws {
    try SmallBook.make(at: folder.file("book.store"))
    let lines = try run("inspect book.store").output.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("Entity ") && $0.hasSuffix(" Size") }, "\(lines)")
    #expect(lines.contains { $0.contains(/^Tag +2 +[0-9.]+ (bytes|KB)$/) }, "\(lines)")
    #expect(try run("inspect book.store --json").output.contains(/"file" : [0-9]{4,}/))
  }

  @Test(
    "Times of a hub are ISO 8601 (41.33)",
    arguments: [
      ("account list", ["created"]), ("pair ann", ["expires"]), ("audit", ["time"]),
      ("web-key list iCloud.example", ["created"]),
    ])
  func times(_ command: String, _ members: [String]) throws {
    _ = try run("hub account add ann")
    _ = try run("hub web-key add iCloud.example website")
    let result = try run("hub \(command) --json")
    #expect(result.status == 0, "\(result.errors)")
    let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let object = try #require(value as? [String: Any] ?? (value as? [[String: Any]])?.first)
    for member in members {
      let text = try #require(object[member] as? String, "\(result.output)")
      let date = try Date(text, strategy: .iso8601)
      #expect(abs(date.timeIntervalSinceNow) < 3600)
    }
  }

  @Test("One object is one object, and two are objects (41.33)")
  func plurals() throws {
    try SmallBook.make(at: folder.file("book.store"))
    _ = try run("export book.store book.json")
    let refused = try run("import book.json book.store")
    #expect(refused.errors.contains("has 1 object of CookbookState"), "\(refused.errors)")
    try PresetBook.make(at: folder.file("presets.store"))
    try Data(
      #"""
      { "catalog": "basics", "version": 2, "presets": { "Tag": [
        { "$id": "quick", "name": "Very quick", "color": "teal" }] } }
      """#.utf8
    ).write(to: folder.file("basics.json"))
    let diff = try run("presets diff presets.store --catalog basics.json").output
    #expect(diff.contains("1 conflict,"), "\(diff)")
  }

  // MARK: Reports

  @Test("verify counts objects and links in JSON (41.33)")
  func verificationCounts() throws {
    struct Report: Decodable {
      let objects: [String: Int]
      let links: [String: Int]
      let rows: Int
    }
    try SmallBook.make(at: folder.file("book.store"))
    let report = try JSONDecoder().decode(
      Report.self, from: Data(try run("verify book.store --json").output.utf8))
    #expect(
      report.objects == [
        "CookbookState": 1, "CookingLogEntry": 1, "Ingredient": 2, "Recipe": 2, "Tag": 2,
      ])
    #expect(report.links == ["Recipe.tags": 3])
    #expect(report.rows == 11)
  }

  @Test("A pairing code has its end and the hub that has to run beside it (41.33)")
  func pairing() throws {
    let none = try run("hub pair ann --file other.sqlite")
    #expect(none.status == 66)
    #expect(
      none.errors.contains("perennial hub account add NAME --file other.sqlite"), "\(none.errors)")
    _ = try run("hub account add ann --file other.sqlite")
    let result = try run("hub pair ann --file other.sqlite")
    // Scripts take the code from standard output.
    #expect(result.output.contains(/^[A-Z0-9\-]+\n$/), "\(result.output)")
    #expect(
      result.errors.contains(
        /^The code signs one device in, until 20[0-9T:\-]+Z \(ten minutes\)\. A hub has to run for that: perennial hub serve other\.sqlite\n$/
      ), "\(result.errors)")
    #expect(try run("hub pair ann --file other.sqlite --json").errors == "")
  }
}
