import Foundation
import Testing

@Suite("What commands print")
struct GoldenTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try SmallBook.make(at: folder.file("book.store"))
  }

  private func expect(
    _ golden: String, status: Int32 = 0, _ result: Tool.Result,
    location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(result.status == status, "\(result.errors)", sourceLocation: location)
    #expect(result.errors == "", sourceLocation: location)
    try Golden.expect(result.output, golden, in: folder.url, location: location)
  }

  @Test(
    "The help of each command",
    arguments: [
      "", "inspect", "studio", "verify", "repair", "adopt", "backup", "restore", "reset", "export",
      "import", "model",
    ])
  func help(_ command: String) throws {
    let result =
      try command.isEmpty
      ? Tool.run("--help", in: folder.url) : Tool.run("help", command, in: folder.url)
    try expect("help\(command.isEmpty ? "" : "-\(command)")", result)
  }

  @Test("inspect")
  func inspect() throws {
    for (golden, options) in [
      ("inspect", []), ("inspect-schema", ["--schema"]), ("inspect-json", ["--json"]),
      ("inspect-entity", ["--entity", "Recipe"]),
      ("inspect-entity-json", ["--entity", "Recipe", "--json"]),
      ("inspect-page", ["--entity", "Tag", "--limit", "1", "--offset", "1"]),
    ] {
      let arguments = ["inspect", "book.store"] + options
      try expect(golden, Tool.run(arguments: arguments, in: folder.url))
    }
  }

  @Test("verify")
  func verify() throws {
    try expect("verify", Tool.run("verify", "book.store", in: folder.url))
    try expect("verify-json", Tool.run("verify", "book.store", "--json", in: folder.url))
  }

  @Test("verify finds what is wrong, and says so by its status")
  func verifyDamage() throws {
    let document = folder.file("book.json")
    _ = try Tool.run("export", "book.store", "book.json", in: folder.url)
    // Values that documents can hold and properties cannot.
    let text = try String(contentsOf: document, encoding: .utf8)
      .replacing(#""cuisine":"Italian""#, with: #""cuisine":{"$text":"e\u0301"}"#)
      .replacing(#""isFavorite":false"#, with: #""isFavorite":{"$integer":"7"}"#)
    try Data(text.utf8).write(to: document)
    let result = try Tool.run("import", "book.json", "damaged.store", in: folder.url)
    #expect(result.status == 0, "\(result.errors)")
    try expect("verify-damage", status: 1, Tool.run("verify", "damaged.store", in: folder.url))
    try expect(
      "verify-damage-json", status: 1,
      Tool.run("verify", "damaged.store", "--json", in: folder.url))
  }

  @Test("export and import")
  func transfer() throws {
    try expect("export", Tool.run("export", "book.store", in: folder.url))
    try expect("export-file", Tool.run("export", "book.store", "book.json", in: folder.url))
    try expect(
      "export-json", Tool.run("export", "book.store", "again.json", "--json", in: folder.url))
    try expect("export-dry-run", Tool.run("export", "book.store", "--dry-run", in: folder.url))
    try expect(
      "export-csv", Tool.run("export", "book.store", "tables", "--format", "csv", in: folder.url))
    for name in ["Recipe", "Recipe.tags"] {
      let file = folder.file("tables/\(name).csv")
      try Golden.expect(try String(contentsOf: file, encoding: .utf8), "csv-\(name)")
    }
    try expect(
      "import-dry-run", Tool.run("import", "tables", "new.store", "--dry-run", in: folder.url))
    #expect(!FileManager.default.fileExists(atPath: folder.file("new.store").path))
    try expect("import", Tool.run("import", "book.json", "new.store", in: folder.url))
    try expect(
      "import-json", Tool.run("import", "tables", "other.store", "--json", in: folder.url))
  }
}
