import AppleStoreTesting
import Foundation
import SwiftData
import Testing

/// The classes that `perennial model` writes for the sample.
enum SampleLibrary {
  @Model
  final class Author {
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []

    init(name: String) {
      self.name = name
    }
  }

  @Model
  class Book {
    var added: Date
    var cover: Data?
    var loan: BookLoan?
    var price: Decimal?
    @Attribute(originalName: "status") var state: String = "new “copy”\n"
    var title: String
    var author: Author?
    @Relationship(inverse: \Tag.books) var tags: [Tag] = []

    init(added: Date, title: String) {
      self.added = added
      self.title = title
    }
  }

  @Model
  final class Comic: Book {
    var pages: Int16

    init(added: Date, title: String, pages: Int16) {
      self.pages = pages
      super.init(added: added, title: title)
    }
  }

  @Model
  final class Tag {
    var `default`: String
    var books: [Book] = []

    init(`default`: String) {
      self.`default` = `default`
    }
  }

  struct BookLoan: Codable, Hashable {
    var days: Int
    var person: String
  }
}

@Suite("Files of Apple's frameworks")
struct AppleStoreTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try SampleFile.write(to: folder.file("library.sqlite"))
    try SampleFile.write(to: folder.file("log.sqlite"), inLog: true)
  }

  private func run(_ line: String) throws -> Tool.Result {
    try Tool.run(arguments: line.split(separator: " ").map(String.init), in: folder.url)
  }

  private func expect(_ golden: String, _ line: String) throws {
    let result = try run(line)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors == "")
    try Golden.expect(result.output, golden, in: folder.url)
  }

  /// Returns the contents of the folder's files.
  private func contents() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.file($0))) })
  }

  @Test("inspect shows entities, objects and the history")
  func inspect() throws {
    try expect("apple-inspect", "inspect library.sqlite")
    try expect("apple-inspect-schema", "inspect library.sqlite --schema")
    try expect("apple-inspect-json", "inspect library.sqlite --json")
    try expect("apple-inspect-entity", "inspect library.sqlite --entity Book")
    try expect("apple-inspect-entity-json", "inspect library.sqlite --entity Book --json")
  }

  @Test("Pages and keys of objects")
  func pages() throws {
    #expect(try run("inspect library.sqlite --entity Book --limit 1").output.contains("brûlée"))
    let second = try run("inspect library.sqlite --entity Book --limit 1 --offset 1").output
    #expect(second.contains("Soups") && !second.contains("brûlée"))
    #expect(try run("inspect library.sqlite --entity Book --offset 2").output == "")
    #expect(try run("inspect library.sqlite --entity Book --limit 0").output == "")
    let comic = try run("inspect library.sqlite --entity Comic --key 3 --json").output
    #expect(comic.hasPrefix(#"{"entity":"Comic","key":"3","values":{"#) && comic.contains("Cakes"))
  }

  @Test("model writes classes to standard output or to a file")
  func model() throws {
    try expect("apple-model", "model library.sqlite")
    let result = try run("model log.sqlite Library.swift --schema LibrarySchema")
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    #expect(result.output == "Wrote Library.swift\n")
    let text = try String(contentsOf: folder.file("Library.swift"), encoding: .utf8)
    #expect(text.contains("enum LibrarySchema: VersionedSchema {"))
    let again = try run("model library.sqlite Library.swift --force")
    #expect(again.status == 0, "\(again.errors)")
    #expect(
      try String(contentsOf: folder.file("Library.swift"), encoding: .utf8)
        == run("model library.sqlite").output)
  }

  @Test("import makes a store that the other commands open")
  func importing() throws {
    try expect("apple-import-dry-run", "import library.sqlite new.store --dry-run")
    #expect(!FileManager.default.fileExists(atPath: folder.file("new.store").path))
    try expect("apple-import", "import library.sqlite new.store")
    try expect("apple-import-json", "import log.sqlite other.store --json")
    #expect(try run("verify new.store").status == 0)
    let schema = try run("inspect new.store --schema").output
    #expect(schema.contains("version 1.2.0") && schema.contains("by perennial import"))
    #expect(try run("export new.store").status == 0)
    #expect(try run("inspect new.store --entity Comic").output.contains("Cakes"))
    // An import is into an empty store.
    #expect(try run("import library.sqlite new.store").status == 73)
    let store = try run("import new.store third.store")
    #expect(store.status == 65 && store.errors.contains("is a store of Perennial, and not"))
  }

  @Test("A program with the classes of model opens the imported store, without a migration")
  func opened() throws {
    _ = try run("import library.sqlite new.store")
    let before = try run("export new.store").output
    let container = try ModelContainer(
      for: Schema(
        [
          SampleLibrary.Author.self, SampleLibrary.Book.self, SampleLibrary.Comic.self,
          SampleLibrary.Tag.self,
        ],
        version: Schema.Version(1, 2, 0)),
      configurations: [ModelConfiguration(url: folder.file("new.store"))])
    let context = ModelContext(container)
    let books = try context.fetch(
      FetchDescriptor<SampleLibrary.Book>(sortBy: [SortDescriptor(\.added)]))
    #expect(books.map(\.title) == ["Crème “brûlée”", "Soups,\nfor two", "Cakes"])
    #expect(books.map(\.state) == ["used", "used", "used"])
    #expect(books[0].loan == SampleLibrary.BookLoan(days: 14, person: "Bo"))
    #expect(books[0].author?.books.map(\.title) == ["Crème “brûlée”", "Cakes"])
    #expect(books[0].tags.map(\.default) == ["Quick", "Sweet"])
    #expect((books[2] as? SampleLibrary.Comic)?.pages == 48)
    // The descriptions of the entities.
    let entities = try #require(before.range(of: "\n],\n"))
    #expect(try run("export new.store").output.hasPrefix(before[..<entities.upperBound]))
    books[1].title = "Stews"
    try context.save()
    #expect(try run("export new.store").output.contains("\"title\":\"Stews\""))
  }

  @Test("Neither a file is changed nor left, also with a write-ahead log")
  func traces() throws {
    let before = try contents()
    for file in ["library.sqlite", "log.sqlite"] {
      for options in ["", " --schema", " --json", " --entity Book", " --entity Tag --json"] {
        let result = try run("inspect \(file)\(options)")
        #expect(result.status == 0, "\(result.errors)")
        #expect(!result.output.isEmpty)
      }
      #expect(try run("model \(file)").status == 0)
    }
    #expect(try contents() == before)
    #expect(before.keys.sorted() == ["library.sqlite", "log.sqlite", "log.sqlite-wal"])
  }

  @Test(
    "An error says what is wrong, with a status of its own",
    arguments: [
      ("inspect library.sqlite --entity Dish", 66, "has no entity “Dish”; it has Author, Book,"),
      ("inspect library.sqlite --entity Book --key 7", 66, "has no Book with the key 7"),
      ("inspect library.sqlite --presets", 64, "has no presets"),
      ("inspect torn.sqlite", 65, "The file is damaged"),
      ("inspect tornlog.sqlite", 65, "The file is damaged"),
      ("inspect other.sqlite", 65, "other.sqlite"),
      ("model torn.sqlite", 65, "The file is damaged"),
      ("model other.sqlite", 65, "is not a SQLite database"),
      ("model nowhere.sqlite", 66, "nowhere.sqlite does not exist"),
      ("model .", 65, "is that of a directory"),
      ("model https://example.com/library.sqlite", 64, "is a URL"),
      ("model library.sqlite log.sqlite", 73, "Use --force to replace it"),
      ("model library.sqlite ./library.sqlite --force", 73, "The file is the store"),
      ("model library.sqlite nowhere/Library.swift", 74, "cannot be written"),
      ("model library.sqlite --force", 64, "--force is for a file"),
      ("model library.sqlite --schema a-b", 64, "--schema needs a name"),
      ("import library.sqlite new.store --format json", 64, "Leave out --format"),
      ("verify library.sqlite", 65, "perennial import makes one of it"),
      ("export log.sqlite", 65, "perennial import makes one of it"),
      ("import library.sqlite log.sqlite", 73, "Give the path of a new store"),
      ("import torn.sqlite new.store", 65, "The file is damaged"),
    ])
  func refusal(_ line: String, _ status: Int32, _ words: String) throws {
    let data = try Data(contentsOf: folder.file("library.sqlite"))
    try data.prefix(data.count / 2).write(to: folder.file("torn.sqlite"))
    // A damaged file that is marked to have a log. SQLite would make one.
    var logged = data
    logged.replaceSubrange(18..<20, with: [2, 2])
    try logged.prefix(data.count / 2).write(to: folder.file("tornlog.sqlite"))
    try Data(repeating: 0, count: 4096).write(to: folder.file("other.sqlite"))
    let before = try contents()
    let result = try run(line)
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.contains(words), "\(result.errors)")
    if status != 64 || words.contains("presets") || words.contains("--format") {
      #expect(result.errors.hasPrefix("perennial: ") && result.errors.hasSuffix(".\n"))
    }
    #expect(result.output == "")
    #expect(try contents() == before)
  }

  @Test(
    "The given files",
    .enabled(if: GivenFiles.folder != nil, "the folder with the files is not there"))
  func given() throws {
    let source = try #require(GivenFiles.folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: source.path).sorted()
    for name in names where name.contains(".sqlite") {
      try FileManager.default.copyItem(
        at: source.appendingPathComponent(name), to: folder.file(name))
    }
    let before = try contents()
    for name in names where name.hasSuffix(".sqlite") {
      for options in ["", " --schema", " --json"] {
        let result = try run("inspect \(name)\(options)")
        #expect(result.status == 0, "\(name): \(result.errors)")
        #expect(result.output.contains(options == " --json" ? "\"apple\"" : "SwiftData"))
      }
      let model = try run("model \(name)")
      #expect(model.status == 0, "\(name): \(model.errors)")
      #expect(model.output.contains("@Model\n"))
    }
    #expect(try contents() == before)
    for name in names where name.hasSuffix(".sqlite") {
      let result = try run("import \(name) \(name).store")
      // The file is of 2010, and has no description of its model.
      if name == "magicalrecord_recipes.sqlite" {
        #expect(result.status == 65, "\(name): \(result.errors)")
        #expect(result.errors.contains("The file has no description of its model"))
        continue
      }
      #expect(result.status == 0, "\(name): \(result.errors)")
      let verified = try run("verify \(name).store")
      #expect(verified.status == 0, "\(name): \(verified.output)\(verified.errors)")
    }
  }
}
