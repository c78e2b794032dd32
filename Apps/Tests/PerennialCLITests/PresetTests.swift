import Foundation
import Testing

@Suite("Presets by command")
struct PresetTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try PresetBook.make(at: folder.file("book.store"))
    try write(
      "basics-2.json", version: 2,
      ["quick": "Very quick", "soup": "Soups", "sweet": "Sweet", "bread": "Bread"])
    try write("basics-3.json", version: 3, ["quick": "Very quick", "soup": "Soups"])
  }

  private func write(_ name: String, version: Int, _ tags: [String: String]) throws {
    let list = tags.sorted { $0.key < $1.key }.map { id, name in
      #"{ "$id": "\#(id)", "name": "\#(name)", "color": "teal" }"#
    }
    let text = """
      { "catalog": "basics", "version": \(version),
        "presets": { "Tag": [\(list.joined(separator: ", "))] } }
      """
    try Data(text.utf8).write(to: folder.file(name))
  }

  private func run(
    _ line: String, status: Int32 = 0, location: SourceLocation = #_sourceLocation
  ) throws -> Tool.Result {
    let arguments = line.split(separator: " ").map(String.init)
    let result = try Tool.run(arguments: ["presets"] + arguments, in: folder.url)
    #expect(result.status == status, "\(result.errors)", sourceLocation: location)
    return result
  }

  private func expect(
    _ golden: String, _ line: String, status: Int32 = 0, location: SourceLocation = #_sourceLocation
  ) throws {
    let result = try run(line, status: status, location: location)
    #expect(result.errors == "", sourceLocation: location)
    try Golden.expect(result.output, "presets-\(golden)", in: folder.url, location: location)
  }

  private func contents() throws -> String {
    try Tool.run("export", "book.store", in: folder.url).output
  }

  @Test("status")
  func status() throws {
    try expect("status", "status book.store")
    try expect("status-json", "status book.store --json")
    try expect("status-catalog", "status book.store --catalog basics-2.json")
  }

  @Test("diff shows what apply does, and changes nothing")
  func diff() throws {
    let before = try contents()
    try expect("diff", "diff book.store --catalog basics-2.json", status: 1)
    try expect("diff-json", "diff book.store --catalog basics-2.json --json", status: 1)
    try expect("apply-dry-run", "apply book.store --catalog basics-2.json --dry-run")
    #expect(try contents() == before)
  }

  @Test("apply leaves edits and deletions")
  func apply() throws {
    try expect("apply", "apply book.store --catalog basics-2.json")
    try expect("apply-again", "apply book.store --catalog basics-2.json")
    try expect("diff-nothing", "diff book.store --catalog basics-2.json")
    let refusal = try run("apply book.store --catalog basics-3.json", status: 2)
    #expect(refusal.errors.contains("1 preset that the catalog no longer has will be deleted"))
    try expect("apply-retired", "apply book.store --catalog basics-3.json --yes --json")
    try expect("apply-older", "apply book.store --catalog basics-2.json")
  }

  @Test("restore brings back what was deleted, and leaves edits")
  func restore() throws {
    _ = try run("apply book.store --catalog basics-2.json --no-backup")
    try expect("restore-dry-run", "restore book.store --catalog basics-2.json --dry-run")
    try expect("restore", "restore book.store --catalog basics-2.json --preset Tag/sweet")
    try expect("restore-json", "restore book.store --catalog basics-2.json --json")
  }

  @Test("reset brings everything back, and can be undone")
  func reset() throws {
    _ = try run("apply book.store --catalog basics-2.json --no-backup")
    let before = try contents()
    let refusal = try run("reset book.store --catalog basics-2.json", status: 2)
    #expect(refusal.errors.contains("so the command cannot ask. Use --yes to confirm"))
    #expect(try contents() == before)
    try expect("reset-dry-run", "reset book.store --catalog basics-2.json --dry-run")
    try expect(
      "reset-field",
      "reset book.store --catalog basics-2.json --preset Tag/quick --field name --yes")
    try expect("reset", "reset book.store --catalog basics-2.json --yes")
    #expect(try Tool.run("restore", "book.store", "latest", "--yes", in: folder.url).status == 0)
    _ = try run("reset book.store --catalog basics-2.json --user-objects --no-backup --yes")
    try expect("status-reset", "status book.store")
  }

  static let commands = ["status", "diff", "apply", "reset", "restore", "merge", "schema"]

  @Test("schema")
  func schema() throws { try expect("schema", "schema book.store") }

  @Test("The help of each command", arguments: [""] + commands)
  func help(_ command: String) throws {
    let arguments = ["help", "presets"] + (command.isEmpty ? [] : [command])
    let result = try Tool.run(arguments: arguments, in: folder.url)
    #expect(result.status == 0)
    try Golden.expect(result.output, "help-presets\(command.isEmpty ? "" : "-\(command)")")
  }

  static let mistakes: [(String, Int32, String)] = [
    ("apply book.store", 64, "--catalog"),
    ("apply nowhere.store --catalog basics-2.json", 66, "nowhere.store does not exist"),
    ("apply book.store --catalog nowhere.json", 66, "nowhere.json does not exist"),
    ("apply book.store --catalog book.store", 65, "book.store"),
    ("apply book.store --catalog wrong.json", 65, "wrong.json:"),
    ("reset book.store --catalog basics-2.json --entity Dish", 66, "has no entity “Dish”"),
    ("reset book.store --catalog basics-2.json --preset Tag/nix", 66, "nix"),
    ("reset book.store --catalog basics-2.json --preset Tag", 64, "such as Recipe/pasta"),
    ("reset book.store --catalog basics-2.json --field name", 64, "--field needs --preset"),
    (
      "reset book.store --catalog basics-2.json --preset Tag/quick --field nam", 64,
      "did you mean “name”?"
    ),
    ("restore book.store --catalog basics-2.json --preset Tag/a --entity Tag", 64, "exclude"),
  ]

  @Test("An error says what is wrong, with a status of its own", arguments: mistakes)
  func refusal(_ line: String, _ status: Int32, _ words: String) throws {
    try Data(#"{ "catalog": "basics", "presets": { "Tag": [{ "nom": "x" }] } }"#.utf8)
      .write(to: folder.file("wrong.json"))
    let before = try contents()
    let result = try run(line, status: status)
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(try contents() == before)
  }

  @Test("13.18 A catalog with a value that is none of the recorded cases ends with 65")
  func unknownCase() throws {
    try Data(
      #"{ "catalog": "basics", "version": 2, "presets": { "Tag": [{ "$id": "x", "name": "X", "color": "pink" }] } }"#
        .utf8
    ).write(to: folder.file("case.json"))
    let before = try contents()
    let result = try run("apply book.store --catalog case.json", status: 65)
    #expect(result.errors.contains("case.json:1"), "\(result.errors)")
    #expect(result.errors.contains("pink"), "\(result.errors)")
    #expect(result.errors.contains("“teal”"), "\(result.errors)")
    #expect(try contents() == before)
  }
}
