import Foundation
import Observation
import StoreTesting
import SwiftData
import Synchronization
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Contexts across a restoration")
struct RestoredContextTests {
  /// A library with a backup, and a context that holds its books.
  private struct Reader {
    let bench: BackupBench
    let backup: Backup
    let context: ModelContext
    let books: [Book]

    init(_ kind: StoreKind) throws {
      bench = try BackupBench(kind)
      try bench.fill()
      backup = try bench.container.backUp(to: bench.place())
      context = ModelContext(bench.container)
      context.undoManager = UndoManager()
      books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))
    }

    func restore() throws { try bench.container.restore(from: backup) }
  }

  @Test("Objects that are held take the backup's values in place", arguments: StoreKind.allCases)
  func refreshed(_ kind: StoreKind) throws {
    let reader = try Reader(kind)
    let (book, author) = (reader.books[0], try #require(reader.books[0].author))
    let genre = try #require(book.genres.first)
    #expect(author.books.count == 2 && genre.books.count == 2)
    book.title = "changed"
    book.author = nil
    genre.books = []
    try reader.context.save()
    try reader.restore()
    #expect(book.title == "A" && book.author === author)
    #expect(author.books.map(\.title) == ["A", "B"])
    #expect(genre.books.map(\.title) == ["C", "A"])
    #expect(book.genres.map(\.name) == ["G"])
    #expect(!reader.context.hasChanges && book.modelContext === reader.context)
    let again = try reader.context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))
    #expect(again[0] === book)
    #expect(try BackupBench.lines(in: reader.context) == reader.bench.lines())
  }

  @Test(
    "Objects that are not in the backup stay readable, and belong nowhere",
    arguments: StoreKind.allCases)
  func gone(_ kind: StoreKind) throws {
    let reader = try Reader(kind)
    let new = Book(title: "new", author: reader.books[0].author)
    reader.context.insert(new)
    try reader.context.save()
    let there = ModelContext(reader.bench.container)
    let twin = try #require(there.model(for: new.persistentModelID) as? Book)
    #expect(twin.title == "new")
    try reader.restore()
    for book in [new, twin] {
      #expect(book.title == "new")
      #expect(book.modelContext == nil)
      book.title = "x"
      _ = book.author?.name
      _ = book.genres.count
    }
    #expect(!reader.context.hasChanges && !there.hasChanges)
    try reader.context.save()
    #expect(try there.fetchCount(FetchDescriptor<Book>()) == 3)
    #expect(reader.books[0].author?.books.map(\.title) == ["A", "B"])
  }

  @Test("Objects that were deleted since can be fetched again", arguments: StoreKind.allCases)
  func back(_ kind: StoreKind) throws {
    let reader = try Reader(kind)
    let (book, identifier) = (reader.books[2], reader.books[2].persistentModelID)
    reader.context.delete(book)
    try reader.context.save()
    #expect(book.modelContext == nil)
    try reader.restore()
    let found = try #require(try reader.context.existingModel(for: identifier) as? Book)
    #expect(found.title == "C" && found.author?.name == "Um")
    #expect(found.genres.map(\.name) == ["G"])
    found.title = "D"
    try reader.context.save()
    #expect(try reader.bench.lines().contains("D 3 by Um"))
  }

  @Test("Observers are told once, live results follow", arguments: StoreKind.allCases)
  @MainActor
  func observers(_ kind: StoreKind) async throws {
    let bench = try BackupBench(kind)
    try bench.fill()
    let backup = try bench.container.backUp(to: bench.place())
    let context = bench.container.mainContext
    let results = try ResultsObserver<Book, Never>(
      sortBy: [SortDescriptor(\.title)], modelContext: context)
    let book = try #require(results.results.first)
    book.title = "z"
    context.insert(Book(title: "new"))
    try context.save()
    #expect(results.results.map(\.title) == ["B", "C", "new", "z"])
    let history = try HistoryObserver(modelContainer: bench.container)
    let told = Mutex(0)
    withObservationTracking {
      _ = book.title
    } onChange: {
      told.withLock { $0 += 1 }
    }
    let lists = Mutex(0)
    withObservationTracking {
      _ = results.results.count
    } onChange: {
      lists.withLock { $0 += 1 }
    }
    try bench.container.restore(from: backup)
    #expect(try await eventually { told.withLock { $0 } == 1 && lists.withLock { $0 } == 1 })
    #expect(results.results.map(\.title) == ["A", "B", "C"])
    #expect(results.results.first === book && book.title == "A")
    #expect(try await eventually { history.eventCounter == 1 })
    #expect(told.withLock { $0 } == 1 && lists.withLock { $0 } == 1)
    // And they go on.
    book.title = "M"
    try context.save()
    #expect(results.results.map(\.title) == ["B", "C", "M"])
  }

  // MARK: Unsaved changes

  @Test(
    "Unsaved changes of what the backup has stay, and can be saved", arguments: StoreKind.allCases)
  func pending(_ kind: StoreKind) throws {
    let reader = try Reader(kind)
    let book = reader.books[0]
    book.year = 100
    try reader.context.save()
    book.title = "mine"
    reader.context.delete(reader.books[1])
    reader.context.insert(Book(title: "new", author: book.author))
    try reader.restore()
    #expect(book.title == "mine" && book.year == 1)
    #expect(reader.books[1].isDeleted)
    #expect(reader.context.hasChanges)
    try reader.context.save()
    #expect(
      try reader.bench.lines().prefix(3) == ["C 3 by Um", "mine 1 by Le", "new 2000 by Le"])
  }

  @Test(
    "Unsaved changes of what the backup lacks go, with references to it",
    arguments: StoreKind.allCases)
  func pendingOfGone(_ kind: StoreKind) throws {
    let reader = try Reader(kind)
    let author = Author(name: "New")
    let (old, doomed) = (Book(title: "old", author: author), Book(title: "doomed"))
    for book in [old, doomed] { reader.context.insert(book) }
    let genre = Genre(name: "N")
    reader.context.insert(genre)
    try reader.context.save()
    old.title = "changed"
    reader.context.delete(doomed)
    let new = Book(title: "new", author: author)
    reader.context.insert(new)
    reader.books[0].author = author
    reader.books[1].genres.append(genre)
    genre.books.append(new)
    try reader.restore()
    #expect(new.author == nil)
    #expect(reader.books[0].author == nil)
    try reader.context.save()
    #expect(old.title == "changed" && old.modelContext == nil && doomed.modelContext == nil)
    #expect(
      try reader.bench.lines() == [
        "A 1 by -", "B 2 by Le", "C 3 by Um", "new 2000 by -", "G: C,A", "H: B", "Le: B", "Um: C",
      ])
    if kind == .file { try RawDatabase(reader.bench.url).expectSoundness() }
  }

  @Test("Autosave writes what stayed, and nothing of what went", arguments: StoreKind.allCases)
  @MainActor
  func autosave(_ kind: StoreKind) async throws {
    let bench = try BackupBench(kind)
    try bench.fill()
    let backup = try bench.container.backUp(to: bench.place())
    let context = bench.container.mainContext
    let author = Author(name: "New")
    context.insert(author)
    try context.save()
    let book = try #require(
      try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])).first)
    try bench.container.restore(from: backup)
    author.name = "renamed"
    book.year = 7
    #expect(try await eventually { !context.hasChanges })
    #expect(try bench.lines().first == "A 7 by Le")
    #expect(author.modelContext == nil)
  }

  @Test("What could be undone cannot be any more", arguments: StoreKind.allCases)
  func undo(_ kind: StoreKind) throws {
    let reader = try Reader(kind)
    let manager = try #require(reader.context.undoManager)
    reader.context.delete(reader.books[2])
    reader.context.processPendingChanges()
    try reader.context.save()
    #expect(manager.canUndo)
    try reader.restore()
    // To bring the book back a second time would be refused by the store, for ever.
    _ = try reader.context.fetchCount(FetchDescriptor<Book>())
    manager.undo()
    try reader.context.save()
    #expect(try reader.bench.lines().prefix(3) == ["A 1 by Le", "B 2 by Le", "C 3 by Um"])
    reader.books[0].title = "B"
    reader.context.processPendingChanges()
    manager.undo()
    #expect(reader.books[0].title == "A")
  }

  @Test(
    "A context that does not merge by itself follows when it is told to",
    arguments: StoreKind.allCases)
  func holding(_ kind: StoreKind) throws {
    let reader = try Reader(kind)
    let book = reader.books[0]
    book.title = "changed"
    try reader.context.save()
    reader.context.automaticallyMergesChanges = false
    try reader.restore()
    #expect(book.title == "changed")
    try reader.context.refreshAllObjects()
    #expect(book.title == "A")
  }
}
