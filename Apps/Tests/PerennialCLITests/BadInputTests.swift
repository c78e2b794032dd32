import Foundation
import Testing

@Suite("Commands that cannot be carried out")
struct BadInputTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let status: Int32
    let words: String
    var testDescription: String { arguments.joined(separator: " ") }

    init(_ line: String, _ status: Int32, _ words: String) {
      arguments = line.split(separator: " ").map(String.init)
      self.status = status
      self.words = words
    }
  }

  static let cases = [
    Case("frobnicate", 64, "frobnicate"),
    Case("inspect", 64, "Missing expected argument"),
    Case("inspect nowhere.store", 66, "nowhere.store does not exist"),
    Case("inspect text.txt", 65, "is not a SQLite database"),
    Case("inspect empty.store", 65, "is empty"),
    Case("inspect foreign.db", 65, "not a SQLite database"),
    Case("inspect book.store --entity Dish", 66, "has no entity “Dish”; it has CookbookState,"),
    Case("inspect book.store --entity Recipe --key 7", 66, "no Recipe with the key 7"),
    Case("inspect book.store --key 7", 64, "--key needs --entity"),
    Case("inspect book.store --schema --entity Tag", 64, "exclude each other"),
    Case("inspect book.store --entity Tag --limit -1", 64, "Missing value"),
    Case("inspect book.store --entity Tag --limit=-1", 64, "need numbers from 0 on"),
    Case("inspect https://example.com/book.store", 64, "is a URL. A store is a file on this"),
    Case("import book.json https://example.com/book.store", 64, "is a URL"),
    Case("restore file:///book.store latest", 64, "is a URL"),
    Case("inspect book.store --limit 5", 64, "--limit and --offset need --entity"),
    Case("inspect book.store --offset 5 --schema", 64, "--limit and --offset need --entity"),
    Case("inspect book.store --presets --entity Tag --limit 5", 64, "exclude --presets and --key"),
    Case("inspect .", 65, "is a directory. A store is a file"),
    Case("verify nowhere.store", 66, "does not exist"),
    Case("verify text.txt", 65, "is not a SQLite database"),
    Case("inspect book.store --presets --schema", 64, "--presets excludes"),
    Case("inspect book.store --state edited", 64, "--state needs --presets"),
    Case("inspect book.store --presets --entity Dish", 66, "has no entity “Dish”"),
    Case("backup nowhere.store", 66, "does not exist"),
    Case("backup text.txt", 65, "is not a SQLite database"),
    Case("backup book.store --to text.txt", 73, "text.txt exists"),
    Case("backup book.store --to text.txt/b.backup", 74, "cannot be made"),
    Case("backup book.store --list --to b.backup", 64, "exclude each other"),
    Case("backup book.store --keep 0", 64, "--keep needs a number from 1 on"),
    Case("restore book.store nowhere.backup", 66, "nowhere.backup does not exist"),
    Case("restore book.store latest", 66, "book.store-backups does not exist"),
    Case("restore book.store text.txt --yes", 65, "is not a backup"),
    Case("reset nowhere.store --yes", 66, "does not exist"),
    Case("export nowhere.store", 66, "does not exist"),
    Case(
      "export book.store text.txt", 73,
      "text.txt exists already and was left unchanged. Use --force"),
    Case("export book.store missing/out.json", 74, "cannot be made"),
    Case("export book.store --format csv", 64, "CSV is written to a folder"),
    Case("export book.store --format sqlite", 64, "A database is written to a file"),
    Case("export book.store book.store --force", 73, "book.store is the store itself"),
    Case("export book.store ./book.store --force --format sqlite", 73, "is the store itself"),
    Case("export book.store --format xml", 64, "xml"),
    Case("export book.store --json", 64, "--json and --force are for a file"),
    Case("export book.store --force", 64, "--json and --force are for a file"),
    Case("import nowhere.json new.store", 66, "nowhere.json does not exist"),
    Case("import text.txt new.store", 65, "text.txt:1: an object was expected"),
    Case("import book.json book.store", 73, "has 1 object of CookbookState"),
    Case("import book.json text.txt", 65, "is not a SQLite database"),
    Case("import broken.json new.store", 65, "broken.json:"),
    Case("import - new.store --format csv", 64, "CSV is read from a folder"),
    Case("import - new.store", 65, "standard input:1:"),
    Case("import book.json new.store --format csv", 74, "schema.json cannot be read"),
    Case("import book.json", 64, "Missing expected argument"),
  ]

  @Test("An error says what is wrong, with a status of its own", arguments: cases)
  func refusal(_ command: Case) throws {
    let folder = try ScratchFolder()
    try SmallBook.make(at: folder.file("book.store"))
    try Data("This is no store. ".utf8).write(to: folder.file("text.txt"))
    try Data(repeating: 65, count: 5000).write(to: folder.file("foreign.db"))
    try Data().write(to: folder.file("empty.store"))
    _ = try Tool.run("export", "book.store", "book.json", in: folder.url)
    let document = try String(contentsOf: folder.file("book.json"), encoding: .utf8)
    try Data(document.replacing("\"minutes\":45", with: "\"minutes\":\"long\"").utf8)
      .write(to: folder.file("broken.json"))
    let before = try contents(of: folder.url)
    let result = try Tool.run(arguments: command.arguments, in: folder.url)
    #expect(result.status == command.status, "\(result.errors)")
    #expect(result.errors.contains(command.words), "\(result.errors)")
    #expect(result.output == "")
    #expect(try contents(of: folder.url) == before)
  }

  /// Returns the contents of a folder's files. A process that writes to a store moves the log into the
  /// store, so of a store only the export counts.
  private func contents(of folder: URL) throws -> [String: String] {
    var contents: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where !name.hasSuffix("-wal") && !name.hasSuffix("-shm") {
      contents[name] =
        name == "book.store"
        ? try Tool.run("export", name, in: folder).output
        : String(
          decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
    }
    return contents
  }
}
