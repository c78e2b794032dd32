import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Restoring a backup")
struct RestoreTests {
  /// Makes a backup of a filled library, and then makes something else of the library.
  private func bench(_ kind: StoreKind) throws -> (BackupBench, Backup, [String]) {
    let bench = try BackupBench(kind)
    try bench.fill()
    let lines = try bench.lines()
    let backup = try bench.container.backUp(to: bench.place())
    let context = ModelContext(bench.container)
    let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))
    books[0].title = "changed"
    books[1].author = nil
    books[1].genres = []
    context.delete(books[2])
    context.insert(Book(title: "new", author: Author(name: "New")))
    try context.save()
    #expect(try bench.lines() != lines)
    return (bench, backup, lines)
  }

  @Test("What was done since is gone, what was gone is there", arguments: StoreKind.allCases)
  func contents(_ kind: StoreKind) throws {
    let (bench, backup, lines) = try bench(kind)
    let identifier = bench.container.storeIdentifier(forConfigurationNamed: "default")
    try bench.container.restore(from: backup)
    #expect(try bench.lines() == lines)
    #expect(bench.container.storeIdentifier(forConfigurationNamed: "default") == identifier)
    if kind == .file {
      #expect(try RawDatabase(bench.url).contents() == RawDatabase(backup.file()).contents())
      try RawDatabase(bench.url).expectSoundness()
      #expect(
        try RawDatabase(bench.url).value(
          "SELECT value FROM _perennial_metadata WHERE key = 'identifier'") == identifier)
    }
    #expect(try bench.others(besides: "a.backup").isEmpty)
    try backup.verify()
    // The container goes on, and so does the next one.
    let context = ModelContext(bench.container)
    let author = try #require(
      try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)])).first)
    author.books.append(Book(title: "after"))
    try context.save()
    #expect(try ModelContext(bench.container).fetchCount(FetchDescriptor<Book>()) == 4)
    guard kind == .file else { return }
    let next = try ModelContainer(
      for: Author.self, configurations: ModelConfiguration(url: bench.url))
    #expect(try bench.lines(next) == bench.lines())
    #expect(next.migrationReports.isEmpty)
  }

  @Test("Forwards and backwards, again and again", arguments: StoreKind.allCases)
  func repeated(_ kind: StoreKind) throws {
    let (bench, old, oldLines) = try bench(kind)
    let newLines = try bench.lines()
    let new = try bench.container.backUp(to: bench.place("b.backup"))
    let context = ModelContext(bench.container)
    let held = try #require(
      try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.title == "changed" }))
        .first)
    for round in 0..<20 {
      try bench.container.restore(from: old)
      #expect(try bench.lines() == oldLines, "round \(round)")
      #expect(held.title == "A")
      try bench.container.restore(from: new)
      #expect(try bench.lines() == newLines, "round \(round)")
      #expect(held.title == "changed")
    }
    #expect(try bench.others(besides: "a.backup", "b.backup").isEmpty)
  }

  @Test("After it was erased", arguments: StoreKind.allCases)
  func erased(_ kind: StoreKind) throws {
    let (bench, backup, lines) = try bench(kind)
    try bench.container.erase()
    try bench.container.restore(from: backup)
    #expect(try bench.lines() == lines)
  }

  @Test(
    "Into a store that was made anew, by its configuration's name", arguments: StoreKind.allCases)
  func otherDevice(_ kind: StoreKind) throws {
    let (source, backup, lines) = try bench(.file)
    let bench = try BackupBench(kind)
    try bench.container.restore(from: Backup(contentsOf: backup.url))
    #expect(try bench.lines() == lines)
    let identifiers = [source, bench].map {
      $0.container.storeIdentifier(forConfigurationNamed: "default")
    }
    #expect(identifiers[0] != identifiers[1])
    // And back: it is still known as the store that it was.
    let again = try bench.container.backUp(to: bench.place())
    #expect(again.stores[0].storeIdentifier == identifiers[1])
  }

  @Test(
    "Full-text search finds what the backup has, and nothing else", arguments: StoreKind.allCases)
  func search(_ kind: StoreKind) throws {
    let bench = try BackupBench(kind, Manual.self)
    let context = ModelContext(bench.container)
    for number in 0..<50 { context.insert(Manual("alpha \(number)", "beta")) }
    try context.save()
    func found(_ word: String) throws -> Int { try context.search(word, in: Manual.self).count }
    let backup = try bench.container.backUp(to: bench.place())
    for manual in try context.fetch(FetchDescriptor<Manual>()) { manual.title = "gamma" }
    try context.save()
    #expect(try [found("alpha"), found("gamma"), found("beta")] == [0, 50, 50])
    try bench.container.restore(from: backup)
    #expect(try [found("alpha"), found("gamma"), found("beta")] == [50, 0, 50])
    context.insert(Manual("alpha", "delta"))
    try context.save()
    #expect(try [found("alpha"), found("delta")] == [51, 1])
    if kind == .file { try RawDatabase(bench.url).expectSoundness() }
  }

  // MARK: Files beside the store

  @Test("Values beside the store come back, and those of the former contents go")
  func external() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    let container = try Attic.container(url)
    let context = ModelContext(container)
    for number in 0..<4 { try Attic.Step(number).perform(in: context) }
    let backup = try container.backUp(to: directory.file("a.backup"))
    let crate = try #require(
      try context.fetch(FetchDescriptor<Attic.Crate>(predicate: #Predicate { $0.number == 2 }))
        .first)
    for number in 4..<8 { try Attic.Step(number).perform(in: context) }
    for _ in 0..<2 {
      try container.restore(from: backup)
      #expect(try Attic.lines(at: url) == Attic.lines(after: 4))
      #expect(try Attic.lines(in: context) == Attic.lines(after: 4))
      try Attic.values(of: url).expectAgreement()
      try backup.verify()
      for number in 4..<6 { try Attic.Step(number).perform(in: context) }
      try Attic.values(of: url).expectAgreement()
    }
    _ = crate.content
    let left = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
    #expect(left.allSatisfy { $0.hasPrefix("a.") }, "\(left)")
  }

  @Test("A file that was damaged beside the store is mended")
  func mended() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    let container = try Attic.container(url)
    for number in 0..<4 { try Attic.Step(number).perform(in: ModelContext(container)) }
    let backup = try container.backUp(to: directory.file("a.backup"))
    for name in try Attic.values(of: url).names() {
      let file = directory.file("a.store-external/\(name)")
      try Data(repeating: 0, count: Data(contentsOf: file).count).write(to: file)
    }
    #expect(try Attic.lines(at: url) != Attic.lines(after: 4))
    try container.restore(from: backup)
    #expect(try Attic.lines(at: url) == Attic.lines(after: 4))
  }

  @Test("From files into memory, and back")
  func memory() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    let container = try Attic.container(url)
    let context = ModelContext(container)
    for number in 0..<8 { try Attic.Step(number).perform(in: context) }
    let backup = try container.backUp(to: directory.file("a.backup"))
    let bench = try BackupBench(.memory, Attic.Crate.self)
    try bench.container.restore(from: backup)
    #expect(try Attic.lines(in: ModelContext(bench.container)) == Attic.lines(after: 8))
    try Attic.Step(8).perform(in: ModelContext(bench.container))
    let next = try bench.container.backUp(to: directory.file("b.backup"))
    #expect(try Attic.lines(at: next.file()) == Attic.lines(after: 9))
    try container.restore(from: next)
    #expect(try Attic.lines(at: url) == Attic.lines(after: 9))
    #expect(try Attic.lines(in: context) == Attic.lines(after: 9))
  }

  // MARK: Several stores

  @Test("Several stores at once")
  func several() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    let container = try Twins.container(url)
    let context = ModelContext(container)
    for number in 0..<6 { try Twins.Step(number).perform(in: context) }
    let backup = try container.backUp(to: directory.file("a.backup"))
    for number in 6..<9 { try Twins.Step(number).perform(in: context) }
    try container.restore(from: backup)
    #expect(try Twins.expectSteps(6, at: url, context, "restored") == 6)
    for number in 6..<8 { try Twins.Step(number).perform(in: context) }
    #expect(try Twins.expectSteps(8, at: url, context, "gone on") == 8)
  }

  @Test("Stores that cannot be written are left as they are; if all are, it is refused")
  func readOnly() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    let backup: Backup
    do {
      let container = try Twins.container(url)
      let context = ModelContext(container)
      for number in 0..<3 { try Twins.Step(number).perform(in: context) }
      backup = try container.backUp(to: directory.file("a.backup"))
      for number in 3..<5 { try Twins.Step(number).perform(in: context) }
    }
    func container(elder: Bool) throws -> ModelContainer {
      try ModelContainer(
        for: Schema([Twins.Elder.self, Twins.Younger.self]),
        configurations: [
          ModelConfiguration(
            "elder", schema: Schema([Twins.Elder.self]), url: url, allowsSave: elder),
          ModelConfiguration(
            "younger", schema: Schema([Twins.Younger.self]), url: Twins.other(url),
            allowsSave: false),
        ])
    }
    let before = try Twins.lines(at: url)
    #expect(try refusal { try container(elder: false).restore(from: backup) } == .readOnlyStore)
    #expect(try Twins.lines(at: url) == before)
    try container(elder: true).restore(from: backup)
    #expect(
      try Twins.lines(at: url) == [Twins.lines(after: (3, 3))[0], Twins.lines(after: (5, 5))[1]])
  }

  @Test("A backup of other stores is refused by name, and nothing is changed")
  func otherStores() throws {
    let directory = try ScratchDirectory()
    let twins = try Twins.container(directory.file("a.store"))
    try Twins.Step(0).perform(in: ModelContext(twins))
    let (bench, backup, _) = try bench(.file)
    let lines = try bench.lines()
    let both = try twins.backUp(to: directory.file("a.backup"))
    let more = try refusal { try bench.container.restore(from: both) }
    #expect(more == .incompatibleBackup && more.explanation.contains("elder"))
    #expect(try bench.lines() == lines)
    let fewer = try refusal { try twins.restore(from: backup) }
    #expect(fewer == .incompatibleBackup && fewer.explanation.contains("default"))
    #expect(
      try Twins.lines(at: directory.file("a.store")) == Twins.lines(after: (1, 1)))
  }

  @Test("Inside of a batch insertion it is refused", arguments: StoreKind.allCases)
  func batch(_ kind: StoreKind) throws {
    let (bench, backup, lines) = try bench(kind)
    let context = ModelContext(bench.container)
    let error = try refusal {
      try context.insert(model: Author.self, from: 0..<1) { _ in
        try bench.container.restore(from: backup)
        return Author(name: "X")
      }
    }
    #expect(error == .unsupportedFeature)
    #expect(try bench.lines() != lines)
    try bench.container.restore(from: backup)
    #expect(try bench.lines() == lines)
  }

  @Test("Two at the same time: each is done, one after the other", arguments: StoreKind.allCases)
  func simultaneous(_ kind: StoreKind) async throws {
    let (bench, old, oldLines) = try bench(kind)
    let newLines = try bench.lines()
    let new = try bench.container.backUp(to: bench.place("b.backup"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for backup in [old, new, old, new] {
        group.addTask { try bench.container.restore(from: backup) }
      }
      try await group.waitForAll()
    }
    let lines = try bench.lines()
    #expect(lines == oldLines || lines == newLines)
    #expect(try bench.others(besides: "a.backup", "b.backup").isEmpty)
  }
}
