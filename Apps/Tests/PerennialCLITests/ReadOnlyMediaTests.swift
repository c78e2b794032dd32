import CookbookModel
import Foundation
import StoreFiles
import SwiftData
import Testing

@Suite("Stores in a directory that cannot be written")
struct ReadOnlyMediaTests {
  let folder: ScratchFolder
  let medium: URL

  init() throws {
    folder = try ScratchFolder()
    medium = folder.file("medium")
    try FileManager.default.createDirectory(at: medium, withIntermediateDirectories: false)
  }

  /// Runs a block while the directory cannot be written.
  private func whileUnwritable(_ body: () throws -> Void) throws {
    func allow(_ permissions: Int) throws {
      try FileManager.default.setAttributes(
        [.posixPermissions: permissions], ofItemAtPath: medium.path)
    }
    try allow(0o555)
    defer { try? allow(0o755) }
    try body()
  }

  private func run(_ line: String) throws -> Tool.Result {
    try Tool.run(
      arguments: line.split(separator: " ").map(String.init), in: folder.url, isRestricted: true)
  }

  @Test(
    "13.19 inspect, verify and export read what was committed, also from a log",
    arguments: [[""], ["", "-wal"], ["", "-wal", "-shm"]])
  func reading(_ suffixes: [String]) throws {
    let original = folder.file("book.store")
    let container = try PresetBook.container(at: original)
    let context = ModelContext(container)
    context.insert(Tag(name: "Last", color: .tomato))
    try context.save()
    let exported = try Tool.run("export", "book.store", in: folder.url).output
    #expect(exported.contains("Last"))
    if suffixes == [""] {
      // The whole store in one file.
      let backup = try container.backUp(to: folder.file("book.backup"))
      try FileManager.default.copyItem(
        at: backup.stores[0].url, to: medium.appendingPathComponent("book.store"))
      try StoreFile(url: medium.appendingPathComponent("book.store"))
        .rows("PRAGMA journal_mode = WAL")
    } else {
      for suffix in suffixes {
        try FileManager.default.copyItem(
          atPath: original.path + suffix,
          toPath: medium.appendingPathComponent("book.store").path + suffix)
      }
    }
    withExtendedLifetime(container) {}
    let names = try FileManager.default.contentsOfDirectory(atPath: medium.path).sorted()
    try whileUnwritable {
      for line in ["inspect", "inspect --schema", "inspect --presets", "inspect --entity Tag"] {
        let words = line.replacing("inspect", with: "inspect medium/book.store")
        let result = try run(words)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors == "")
      }
      #expect(try run("inspect medium/book.store --entity Tag").output.contains("Last"))
      #expect(try run("verify medium/book.store").output.contains("is sound"))
      #expect(try run("export medium/book.store").output == exported)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: medium.path).sorted() == names)
  }

  @Test(
    "13.25 A target that cannot be written is named with its directory",
    arguments: [
      "export book.store medium/out.json", "export book.store medium/tables --format csv",
      "backup book.store --to medium/book.backup", "import book.json medium/new.store",
      "backup medium/book.store", "reset medium/book.store --yes",
      "restore medium/new.store book.backup",
    ])
  func target(_ line: String) throws {
    try SmallBook.make(at: folder.file("book.store"))
    try SmallBook.make(at: medium.appendingPathComponent("book.store"))
    _ = try Tool.run("export", "book.store", "book.json", in: folder.url)
    _ = try Tool.run("backup", "book.store", "--to", "book.backup", in: folder.url)
    let names = try FileManager.default.contentsOfDirectory(atPath: medium.path).sorted()
    try whileUnwritable {
      let result = try run(line)
      #expect(result.status == 74, "\(result.errors)")
      #expect(
        result.errors.contains("the directory \(medium.path) cannot be written"), "\(result.errors)"
      )
      #expect(result.output == "")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: medium.path).sorted() == names)
  }
}
