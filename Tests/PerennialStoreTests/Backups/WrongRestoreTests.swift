import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// The known mistakes of other programs' resets and restorations, each by its name.
@Suite("Restorations done wrong")
struct WrongRestoreTests {
  private func bench(_ kind: StoreKind = .file, books: Int = 0) throws -> (BackupBench, Backup) {
    let bench = try BackupBench(kind)
    try bench.fill()
    let context = ModelContext(bench.container)
    for number in 0..<books { context.insert(Book(title: "old", year: number)) }
    try context.save()
    return (bench, try bench.container.backUp(to: bench.place()))
  }

  private func retitle(_ title: String, _ bench: BackupBench) throws {
    let context = ModelContext(bench.container)
    for book in try context.fetch(FetchDescriptor<Book>()) { book.title = title }
    try context.save()
  }

  private func identity(_ url: URL) throws -> UInt64? {
    let number = try FileManager.default.attributesOfItem(atPath: url.path)[.systemFileNumber]
    return (number as? NSNumber)?.uint64Value ?? (number as? Int).map(UInt64.init)
  }

  @Test("Files swapped under an open WAL pool")
  func swappedFiles() throws {
    let (bench, backup) = try bench()
    try retitle("new", bench)
    let log = URL(fileURLWithPath: bench.url.path + "-wal")
    let files = try [bench.url, log].map(identity)
    #expect(files.allSatisfy { $0 != nil })
    // Another connection is reading.
    let reader = try RawDatabase(bench.url)
    try reader.run("BEGIN")
    let titles = "SELECT group_concat(title) FROM Book"
    #expect(try reader.value(titles) == "new,new,new")
    try bench.container.restore(from: backup)
    #expect(try reader.value(titles) == "new,new,new")
    try reader.run("COMMIT")
    #expect(try reader.value(titles) == "A,B,C")
    #expect(try [bench.url, log].map(identity) == files)
    try retitle("newer", bench)
    #expect(try reader.value(titles) == "newer,newer,newer")
    try reader.expectSoundness()
  }

  @Test("The live file destroyed before the backup is validated")
  func validation() throws {
    let (bench, backup) = try bench()
    try retitle("new", bench)
    let data = try Data(contentsOf: backup.file())
    try data.prefix(data.count - 4096).write(to: backup.file())
    try RawDatabase.settle(bench.url)
    let before = try Data(contentsOf: bench.url)
    #expect(try refusal { try bench.container.restore(from: backup) } == .invalidBackup)
    #expect(try Data(contentsOf: bench.url) == before)
    #expect(try bench.others(besides: "a.backup").isEmpty)
  }

  @Test("Screens in error during a slow restore", arguments: StoreKind.allCases)
  func screens(_ kind: StoreKind) async throws {
    let (bench, backup) = try bench(kind, books: 2000)
    try retitle("new", bench)
    let new = try bench.container.backUp(to: bench.place("b.backup"))
    // Each screen sees one of the two states, whole: the result of one fetch, which does not follow
    // changes while its objects are read one after another.
    let seen = Guarded<Set<[String]>>([])
    let screens = (0..<2).map { _ in
      Companion { _ in
        let context = ModelContext(bench.container)
        context.automaticallyMergesChanges = false
        let titles = try context.fetch(FetchDescriptor<Book>()).map(\.title)
        let kinds = Set(titles).sorted() + ["\(titles.count)"]
        seen.withLock { _ = $0.insert(kinds) }
      }
    }
    for _ in 0..<5 {
      try await screens[0].waitForMore()
      try bench.container.restore(from: backup)
      try await screens[1].waitForMore()
      try bench.container.restore(from: new)
    }
    for screen in screens { #expect(try await screen.end() > 0) }
    #expect(seen.withLock { $0 } == [["A", "B", "C", "old", "2003"], ["new", "2003"]])
  }

  @Test("Writers lost during a restore")
  func writers() async throws {
    let (bench, backup) = try bench()
    let context = Guarded(ModelContext(bench.container))
    let writer = Companion { number in
      try context.withLock { context in
        context.insert(Genre(name: "new \(number)"))
        try context.save()
      }
    }
    for _ in 0..<10 {
      try await writer.waitForMore()
      try bench.container.restore(from: backup)
    }
    try await writer.waitForMore()
    let count = try await writer.end()
    #expect(count > 0)
    // The objects that were saved after the last restoration are there, without a gap.
    let numbers = try RawDatabase(bench.url).rows(
      "SELECT substr(name, 5) FROM Genre WHERE name LIKE 'new %'"
    ).compactMap { $0.first.flatMap { Int($0) } }.sorted()
    #expect(numbers == Array((count - numbers.count)..<count))
    try RawDatabase(bench.url).expectSoundness()
  }

  @Test("A reset with foreign keys on that crashes", arguments: StoreKind.allCases)
  func foreignKeys(_ kind: StoreKind) throws {
    let bench = try BackupBench(kind)
    let empty = try bench.container.backUp(to: bench.place())
    try bench.fill()
    let context = ModelContext(bench.container)
    let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))
    // A book that is lent may not be deleted, and its author deletes it.
    let loan = Loan(reader: "R", book: books[0])
    context.insert(loan)
    try context.save()
    let full = try bench.container.backUp(to: bench.place("b.backup"))
    for _ in 0..<3 {
      try bench.container.restore(from: empty)
      #expect(try bench.lines().isEmpty)
      #expect(loan.reader == "R")
      try bench.container.restore(from: full)
      #expect(try bench.lines().count == 7)
      #expect(
        try ModelContext(bench.container).fetch(FetchDescriptor<Loan>()).map(\.book.title) == ["A"])
    }
    // The rules still hold.
    let again = ModelContext(bench.container)
    let book = try #require(
      try again.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])).first)
    again.delete(book)
    #expect(throws: SwiftDataError.modelValidationFailure) { try again.save() }
  }

  @Test("A reset that kills live queries, or leaves something behind")
  @MainActor
  func liveQueries() async throws {
    let (bench, backup) = try bench()
    let context = bench.container.mainContext
    context.autosaveEnabled = false
    let results = try ResultsObserver<Book, Never>(
      sortBy: [SortDescriptor(\.title)], modelContext: context)
    for round in 0..<5 {
      context.insert(Book(title: "new \(round)"))
      try context.save()
      #expect(results.results.count == 4)
      try bench.container.restore(from: backup)
      #expect(try await eventually { results.results.count == 3 })
      #expect(results.fetchError == nil && !context.hasChanges)
    }
    #expect(try bench.others(besides: "a.backup").isEmpty)
  }

  @Test("Conflicts discarded without a trace", arguments: StoreKind.allCases)
  func conflicts(_ kind: StoreKind) throws {
    let (bench, backup) = try bench(kind)
    let context = ModelContext(bench.container)
    context.mergePolicy = .error
    let new = Book(title: "new")
    context.insert(new)
    let book = try #require(
      try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])).first)
    book.title = "theirs"
    try context.save()
    new.year = 1
    try bench.container.restore(from: backup)
    let gone = try refusal { try context.save() }
    #expect(gone == .mergeConflict && gone.conflicts.map(\.kind) == [.deletedInStore])
    #expect(gone.conflicts.map(\.identifier) == [new.persistentModelID])
    // An edit of something that the restoration changed too.
    try bench.container.restore(from: backup)
    let other = ModelContext(bench.container)
    other.mergePolicy = .error
    let mine = try #require(
      try other.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])).first)
    try retitle("theirs", bench)
    #expect(mine.title == "theirs")
    mine.title = "mine"
    try bench.container.restore(from: backup)
    let conflict = try refusal { try other.save() }
    #expect(conflict == .mergeConflict)
    #expect(conflict.conflicts.first?.propertyName == "title")
    #expect(conflict.conflicts.first?.objectValue as? String == "mine")
    #expect(conflict.conflicts.first?.storedValue as? String == "A")
    #expect(mine.title == "mine")
  }
}
