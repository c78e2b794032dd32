import Foundation
import StoreFiles
import Testing

@Suite("perennial adopt")
struct AdoptTests {
  private struct Summary: Decodable, Equatable {
    struct Changes: Decodable, Equatable {
      let inserted: Int
      let updated: Int
      let deleted: Int
    }

    let dryRun: Bool
    let entities: [String: Changes]
    let links: Int
    let newKeys: Int
  }

  let folder: ScratchFolder
  private var file: StoreFile { StoreFile(url: folder.file("book.store")) }

  init() throws {
    folder = try ScratchFolder()
    try PresetBook.make(at: folder.file("book.store"))
  }

  private func run(_ line: String, status: Int32 = 0) throws -> Tool.Result {
    let result = try Tool.run(
      arguments: line.split(separator: " ").map(String.init), in: folder.url)
    #expect(result.status == status, "\(result.output)\(result.errors)")
    return result
  }

  private func summary(_ line: String) throws -> Summary {
    try JSONDecoder().decode(Summary.self, from: Data(try run(line).output.utf8))
  }

  @Test("A preset that a tool has edited is counted, and entered once (41.19)")
  func edit() throws {
    let none = Summary(dryRun: false, entities: [:], links: 0, newKeys: 0)
    #expect(try summary("adopt book.store --json") == none)
    #expect(try run("adopt book.store").output.contains("has nothing to adopt"))
    try file.rows("UPDATE Tag SET name = 'Broth' WHERE name = 'Soup'")
    let changes = ["Tag": Summary.Changes(inserted: 0, updated: 1, deleted: 0)]
    let preview = try summary("adopt book.store --dry-run --json")
    #expect(preview == Summary(dryRun: true, entities: changes, links: 0, newKeys: 0))
    let lines = try run("adopt book.store --dry-run").output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("Would adopt changes of ") == true, "\(lines)")
    #expect(lines.dropFirst() == ["  Tag: 0 inserted, 1 updated, 0 deleted"])
    #expect(try summary("adopt book.store --json").entities == changes)
    #expect(try summary("adopt book.store --json") == none)
    #expect(
      try file.rows("SELECT author, cause FROM _perennial_history ORDER BY id DESC LIMIT 1")
        == [["other program", "user"]])
    let presets = try run("inspect book.store --presets").output.split(separator: "\n")
    #expect(presets.contains { $0.contains("soup") && $0.contains("edited") }, "\(presets)")
    #expect(try run("verify book.store").output.contains("is sound"))
  }

  @Test("A row with the key of a preset gets one of its own (41.17)")
  func falsePreset() throws {
    try file.rows("DELETE FROM Tag WHERE _pk > 0")
    try file.rows("DROP TRIGGER \"_perennial_presets_key.Tag\"")
    try file.rows("INSERT INTO Tag (name, color) SELECT 'False', color FROM Tag LIMIT 1")
    #expect(try run("verify book.store", status: 1).output.contains("has the key of a preset"))
    #expect(try run("adopt book.store").output.contains("1 row with new keys"))
    #expect(try run("verify book.store").output.contains("is sound"))
    #expect(try file.rows("SELECT count(*) FROM Tag WHERE name = 'False' AND _pk > 0") == [["1"]])
  }

  @Test("A file that does not exist is named")
  func missing() throws {
    #expect(try run("adopt none.store", status: 66).errors.contains("none.store"))
  }
}
