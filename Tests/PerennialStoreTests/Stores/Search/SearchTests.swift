import Foundation
import RandomTesting
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Full-text search")
struct SearchTests {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  private func context(_ kind: StoreKind) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Manual.self, Lone.self,
        configurations: kind == .file
          ? ModelConfiguration(url: directory.file("manuals.store"))
          : ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  private func titles(
    _ text: String, _ context: ModelContext, where predicate: Predicate<Manual>? = nil,
    limit: Int? = nil
  ) throws -> [String] {
    try context.search(text, in: Manual.self, where: predicate, limit: limit).map(\.title)
  }

  /// FTS5 compares its index with the table.
  private func checkIndex(_ table: String = "Manual", location: SourceLocation = #_sourceLocation) {
    let index = "\"_perennial_search.\(table).text\""
    #expect(throws: Never.self, sourceLocation: location) {
      try RawDatabase(directory.file("manuals.store"))
        .run("INSERT INTO \(index) (\(index), rank) VALUES ('integrity-check', 1)")
    }
  }

  @Test("Words, beginnings, case, accents, phrases", arguments: StoreKind.allCases)
  func words(_ kind: StoreKind) throws {
    let context = try context(kind)
    context.insert(Manual("The Herb Garden", "Sage, thyme, and how to dry them"))
    context.insert(Manual("Gärten im Winter", "Über das Ruhen"))
    context.insert(Manual("Drying racks", "For herbs: build one of beech"))
    try context.save()
    #expect(try Set(titles("gart", context)) == ["Gärten im Winter"])
    #expect(try Set(titles("GARDEN", context)) == ["The Herb Garden"])
    #expect(try Set(titles("herb", context)) == ["The Herb Garden", "Drying racks"])
    #expect(try Set(titles("dry herb", context)) == ["The Herb Garden", "Drying racks"])
    #expect(try titles("herb beech", context) == ["Drying racks"])
    #expect(try titles("uber", context) == ["Gärten im Winter"])
    #expect(try titles("\"how to dry\"", context) == ["The Herb Garden"])
    #expect(try titles("\"to how\"", context).isEmpty)
    #expect(try titles("\"how to dr\"", context).isEmpty)
    #expect(try titles("guide", context).count == 3)
    #expect(try titles("nothing", context).isEmpty)
    // Only texts are searched.
    #expect(try titles("2000", context).isEmpty)
  }

  @Test("The best comes first, and a limit keeps it")
  func rank() throws {
    let context = try context(.memory)
    for count in [1, 5, 3] {
      context.insert(
        Manual(
          "\(count)",
          Array(repeating: "sage", count: count).joined(separator: " ")
            + String(repeating: " filler", count: 10 - count)))
    }
    context.insert(Manual("0", "filler"))
    try context.save()
    #expect(try titles("sage", context) == ["5", "3", "1"])
    #expect(try titles("sage", context, limit: 2) == ["5", "3"])
    #expect(try titles("sage", context, limit: 0).isEmpty)
    #expect(try titles("sage", context, limit: -1).isEmpty)
    #expect(try titles("sage", context, limit: .max).count == 3)
    #expect(try titles("sage", context, where: #Predicate { $0.title != "5" }, limit: 1) == ["3"])
  }

  @Test("The index follows every change", arguments: StoreKind.allCases)
  func changes(_ kind: StoreKind) throws {
    let context = try context(kind)
    let (one, two) = (Manual("one", "sage"), Manual("two", "sage"))
    one.code = 1
    context.insert(one)
    context.insert(two)
    // An unsaved object is not found.
    #expect(try titles("sage", context).isEmpty)
    try context.save()
    one.body = "thyme"
    #expect(try titles("sage", context).count == 2)
    try context.save()
    #expect(try titles("sage", context) == ["two"])
    #expect(try titles("thyme", context) == ["one"])
    one.body = nil
    one.note = "sage"
    try context.save()
    #expect(try titles("sage", context) == ["two"])
    let upsert = Manual("one again", "basil")
    upsert.code = 1
    context.insert(upsert)
    try context.save()
    #expect(try titles("basil", context) == ["one again"])
    context.delete(two)
    #expect(try titles("sage", context).isEmpty)
    #expect(try titles("sage", context, limit: 1).isEmpty)
    context.rollback()
    #expect(try titles("sage", context) == ["two"])
    try context.delete(model: Manual.self, where: #Predicate { $0.title == "two" })
    #expect(try titles("sage", context).isEmpty)
    if kind == .file { checkIndex() }
    try context.container.erase()
    #expect(try titles("basil", context).isEmpty)
    if kind == .file { checkIndex() }
  }

  @Test(
    "Nothing that can be typed is an error",
    arguments: [
      "", " ", "\"", "\"\"", "\"\"\"", "*", "AND", "OR NOT", "NEAR(a b)", "title:x", "a*b", "-",
      "^a",
      "(", "{a}", "a\"b", "\"a", "a\0b", "'; DROP TABLE Manual; --", "\u{1F600}", "日本語", "..a..",
    ])
  func input(_ text: String) throws {
    let context = try context(.memory)
    context.insert(Manual("a b and or not near title x 日本語"))
    try context.save()
    _ = try context.search(text, in: Manual.self)
  }

  @Test("Words are found as they are, also those that mean something to FTS5")
  func operators() throws {
    let context = try context(.memory)
    context.insert(Manual("this and that"))
    context.insert(Manual("日本語の本"))
    try context.save()
    #expect(try titles("AND", context) == ["this and that"])
    #expect(try titles("NOT", context).isEmpty)
    #expect(try titles("日本", context) == ["日本語の本"])
  }

  @Test("A model without searchable texts says so")
  func unsearchable() throws {
    let error = #expect(throws: SwiftDataError.unsupportedFeature) {
      _ = try context(.memory).search("x", in: Lone.self)
    }
    #expect(error?.explanation.contains("Lone") == true)
    #expect(throws: SwiftDataError.unknownSchema) {
      _ = try context(.memory).search("x", in: Voyage.self)
    }
  }

  @Test("What another container has saved is found")
  func others() throws {
    let (here, there) = (try context(.file), try context(.file))
    here.insert(Manual("sage"))
    try here.save()
    #expect(try titles("sage", there) == ["sage"])
  }

  @Test("A class finds its own objects and those of its subclasses")
  func inheritance() throws {
    let url = directory.file("publications.store")
    let folder = url.path + "-external"
    let context = ModelContext(
      try ModelContainer(
        for: Publication.self, Periodical.self, configurations: ModelConfiguration(url: url)))
    let large = Data(repeating: 7, count: 150_000)
    for number in 0..<3 { context.insert(Publication(title: "sage \(number)")) }
    let periodical = Periodical(title: "Herbs", editorial: "sage, at last")
    (periodical.cover, periodical.issue) = (large, large)
    context.insert(periodical)
    try context.save()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
    let other = ModelContext(context.container)
    #expect(try other.search("sage", in: Publication.self).count == 4)
    #expect(try other.search("sage", in: Periodical.self, limit: 1).map(\.title) == ["Herbs"])
    let read = try #require(other.search("herbs", in: Periodical.self).first)
    #expect(read.cover == large && read.issue == large)
    try other.delete(model: Periodical.self)
    #expect(try other.search("herbs", in: Publication.self).isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test("Whatever is done, index and table agree", arguments: [TestSeeds.first])
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let words = ["sage", "thyme", "basil", "mint", "dill"]
    let context = try context(.file)
    func text() -> String {
      (0..<3).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
    }
    for _ in 0..<80 {
      let all = try context.fetch(FetchDescriptor<Manual>())
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1: context.insert(Manual(text(), random.chance(0.5) ? text() : nil))
      case 2: all.randomElement(using: &random)?.title = text()
      case 3: all.randomElement(using: &random)?.body = random.chance(0.5) ? text() : nil
      default: if let manual = all.randomElement(using: &random) { context.delete(manual) }
      }
      try context.save()
    }
    checkIndex()
    let all = try context.fetch(FetchDescriptor<Manual>())
    for word in words {
      let expected = all.filter { "\($0.title) \($0.body ?? "")".contains(word) }
      #expect(try Set(context.search(word, in: Manual.self)) == Set(expected), "seed \(seed)")
    }
  }
}

@Suite("Lightweight migration: full-text search")
struct SearchMigrationTests {
  let bench: MigrationBench

  init() throws { bench = try MigrationBench() }

  private func indices() throws -> [[String]] {
    try bench.rows("SELECT name FROM sqlite_master WHERE name LIKE '%search%' ORDER BY name")
  }

  @Test("What is there can be searched, and then not any more")
  func thereAndBack() throws {
    try bench.fill(NotesSilent.Jotting("sage"), NotesSilent.Jotting("thyme"))
    do {
      let context = try bench.open(NotesSearched.Jotting.self)
      #expect(try context.search("sag", in: NotesSearched.Jotting.self).map(\.text) == ["sage"])
      context.insert(NotesSearched.Jotting("sage again"))
      try context.save()
      #expect(try context.search("sag", in: NotesSearched.Jotting.self).count == 2)
    }
    do {
      let context = try bench.open(NotesRenamed.Jotting.self)
      #expect(try context.search("sag", in: NotesRenamed.Jotting.self).count == 2)
      #expect(try context.search("untitled", in: NotesRenamed.Jotting.self).count == 3)
      context.insert(NotesRenamed.Jotting("dill"))
      try context.save()
      #expect(try context.search("dill", in: NotesRenamed.Jotting.self).count == 1)
    }
    do {
      let context = try bench.open(NotesSilent.Jotting.self)
      #expect(try context.fetch(FetchDescriptor<NotesSilent.Jotting>()).count == 4)
    }
    #expect(try indices().isEmpty)
  }

  @Test("A retired entity's index goes with it")
  func retired() throws {
    do {
      // The store keeps an entity of the program: otherwise it would be another program's.
      let context = try bench.open(NotesSearched.Jotting.self, Lone.self)
      context.insert(NotesSearched.Jotting("sage"))
      try context.save()
    }
    try bench.container(Lone.self).eraseRetiredEntities()
    #expect(try indices().isEmpty)
  }
}
