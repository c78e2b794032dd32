import Foundation
import Observation
import StoreTesting
import SwiftData
import Synchronization
import Testing

@testable import Fixtures
@testable import Perennial

/// Programs without the library write rows and make no entries in the history.
@Suite("Open stores that other programs write to")
struct OtherProgramTests {
  private let directory: ScratchDirectory
  private let url: URL

  init() throws {
    directory = try ScratchDirectory()
    url = directory.file("library.store")
  }

  private func container(allowsSave: Bool = true) throws -> ModelContainer {
    try ModelContainer(
      for: Author.self, configurations: ModelConfiguration(url: url, allowsSave: allowsSave))
  }

  private func run(_ sql: String) throws {
    try RawDatabase(url).run("PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON; \(sql)")
  }

  /// An author with two books, of which the first has a genre.
  @discardableResult
  private func fill(_ context: ModelContext) throws -> Author {
    let author = Author(name: "Ada")
    let (novel, novella) = (Genre(name: "Novel"), Genre(name: "Novella"))
    let (first, second) = (Book(title: "One", author: author), Book(title: "Two", author: author))
    first.genres = [novel]
    for model in [author, novel, novella, first, second] as [any PersistentModel] {
      context.insert(model)
    }
    try context.save()
    return author
  }

  private func insertion(of title: String, by author: String = "Ada") -> String {
    """
    INSERT INTO Book (_pk, id, title, year, isRead, author, "author$position")
    SELECT abs(random() / 2) + 1, randomblob(16), '\(title)', 2000, FALSE, _pk,
      (SELECT ifnull(max("author$position"), 0) + 1 FROM Book WHERE author = Author._pk)
    FROM Author WHERE name = '\(author)'
    """
  }

  private func titles(_ author: Author) -> [String] { author.books.map(\.title).sorted() }

  @Test(
    "After an own save, each later change of a tool is seen when objects are read again (41.20)")
  func sequence() throws {
    let context = ModelContext(try container())
    let author = try fill(context)
    author.name = "Ada L."
    try context.save()
    try run("INSERT INTO Author (_pk, name) VALUES (17, 'Bob')")
    let bob = try #require(
      try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)])).last)
    #expect(bob.name == "Bob" && bob.books.isEmpty)
    try run(
      """
      INSERT INTO Book (_pk, id, title, year, isRead, author, "author$position")
      VALUES (18, randomblob(16), 'Three', 2000, FALSE, 17, 1)
      """)
    for title in ["Three", "Third", "3"] {
      try run("UPDATE Book SET title = '\(title)' WHERE _pk = 18")
      _ = try context.fetch(FetchDescriptor<Author>())
      #expect(titles(bob) == [title])
    }
  }

  @Test("A list that is replaced after a fetch replaces what a tool has inserted (41.20)")
  func replacement() throws {
    let context = ModelContext(try container())
    let author = try fill(context)
    try run(insertion(of: "Three"))
    #expect(try context.fetchCount(FetchDescriptor<Book>()) == 3)
    for book in author.books { context.delete(book) }
    author.books = ["One", "Two", "Three"].map { Book(title: $0) }
    try context.save()
    #expect(titles(author) == ["One", "Three", "Two"])
    #expect(try RawDatabase(url).value("SELECT count(*) FROM Book") == "3")
  }

  /// A statement of a tool, and the values that a context shows then.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let statement: String
    let result: Shown
  }

  struct Shown: Equatable, Sendable {
    var titles = ["One", "Two"]
    var years = [2000, 2000]
    var genres: [String]? = ["Novel"]
    var genreOfFirst = "Novel"
  }

  private static let changes = [
    Change(
      testDescription: "an attribute",
      statement: "UPDATE Book SET year = 1999 WHERE title = 'Two'",
      result: Shown(years: [2000, 1999])),
    Change(
      testDescription: "a reference",
      statement: "UPDATE Book SET author = NULL WHERE title = 'Two'",
      result: Shown(titles: ["One"], years: [2000])),
    Change(
      testDescription: "a deletion", statement: "DELETE FROM Book WHERE title = 'Two'",
      result: Shown(titles: ["One"], years: [2000])),
    Change(
      testDescription: "a link",
      statement: """
        INSERT INTO "Book.genres" (source, target, position, inverse_position)
        SELECT b._pk, g._pk, 9, 9 FROM Book AS b, Genre AS g WHERE b.title = 'One' AND g.name = 'Novella'
        """, result: Shown(genres: ["Novel", "Novella"])),
    Change(
      testDescription: "the removal of a link", statement: "DELETE FROM \"Book.genres\"",
      result: Shown(genres: [])),
    Change(
      testDescription: "the other side of a link",
      statement: "UPDATE Genre SET name = 'Prose' WHERE name = 'Novel'",
      result: Shown(genres: ["Prose"], genreOfFirst: "Prose")),
    Change(
      testDescription: "a replaced row",
      statement: """
        INSERT OR REPLACE INTO Genre (_pk, name) SELECT _pk, 'Prose' FROM Genre WHERE name = 'Novel'
        """, result: Shown(genres: [], genreOfFirst: "Prose")),
  ]

  private struct Reader {
    let context: ModelContext
    let author: Author
    let books: [Book]
    let genre: Genre

    init(_ context: ModelContext) throws {
      self.context = context
      author = try #require(try context.fetch(FetchDescriptor<Author>()).first)
      books = author.books.sorted { $0.title < $1.title }
      genre = try #require(
        try context.fetch(FetchDescriptor<Genre>(predicate: #Predicate { $0.name == "Novel" }))
          .first
      )
      _ = books.map { ($0.year, $0.genres.map(\.name)) }
    }

    var shown: Shown {
      let shown = author.books.sorted { $0.title < $1.title }
      return Shown(
        titles: shown.map(\.title), years: shown.map(\.year),
        genres: books[0].genres.map(\.name).sorted(), genreOfFirst: genre.name)
    }
  }

  @Test("Objects that are held show it after the next fetch", arguments: changes)
  func fetch(change: Change) throws {
    let container = try container()
    try fill(ModelContext(container))
    let readers = try (0..<2).map { _ in try Reader(ModelContext(container)) }
    #expect(readers.allSatisfy { $0.shown == Shown() })
    try run(change.statement)
    for reader in readers {
      _ = try reader.context.fetchCount(FetchDescriptor<Loan>())
      #expect(reader.shown == change.result)
    }
  }

  @Test("They show it after a save of another context of the program", arguments: changes)
  func save(change: Change) throws {
    let container = try container()
    let writer = ModelContext(container)
    try fill(writer)
    let reader = try Reader(ModelContext(container))
    try run(change.statement)
    writer.insert(Author(name: "Bob"))
    try writer.save()
    _ = try reader.context.fetchCount(FetchDescriptor<Loan>())
    #expect(reader.shown == change.result)
  }

  @Test("They show it in a container that only reads", arguments: changes)
  func readOnly(change: Change) throws {
    let writer = try container()
    try fill(ModelContext(writer))
    let reader = try Reader(ModelContext(try container(allowsSave: false)))
    try run(change.statement)
    _ = try reader.context.fetchCount(FetchDescriptor<Loan>())
    #expect(reader.shown == change.result)
    withExtendedLifetime(writer) {}
  }

  @Test("They show it after a transaction of the library that has no entry")
  func unentered() throws {
    let container = try container()
    try fill(ModelContext(container))
    for isRolledBack in [false, true] {
      let reader = try Reader(ModelContext(container))
      try container.coordinator.stores[0].exclusively { writer in
        let transaction = try Transaction(.writing, on: writer)
        try StoreMetadata.set("note", "\(isRolledBack)", on: writer)
        if isRolledBack {
          try writer.willCommitUnentered?(writer)
          try transaction.rollback()
        } else {
          try transaction.commit()
        }
      }
      let year = isRolledBack ? 1998 : 1999
      try run("UPDATE Book SET year = \(year) WHERE title = 'Two'")
      _ = try reader.context.fetchCount(FetchDescriptor<Loan>())
      #expect(reader.shown.years == [2000, year])
    }
  }

  @Test("What is changed here and not saved stays")
  func pending() throws {
    let context = ModelContext(try container())
    let author = try fill(context)
    let book = try #require(author.books.first { $0.title == "One" })
    book.title = "mine"
    try run("UPDATE Book SET title = 'theirs', year = 1999 WHERE title = 'One'")
    _ = try context.fetch(FetchDescriptor<Author>())
    #expect(book.title == "mine" && book.year == 1999)
    try context.save()
    #expect(try RawDatabase(url).value("SELECT title FROM Book WHERE year = 1999") == "mine")
  }

  @Test("Observers and live results are told without a fetch")
  func observers() async throws {
    let container = try container()
    let context = ModelContext(container)
    let author = try fill(context)
    let results = try ResultsObserver<Book, Never>(
      sortBy: [SortDescriptor(\.title)], modelContext: context)
    #expect(results.results.map(\.title) == ["One", "Two"])
    let told = Mutex(0)
    withObservationTracking {
      _ = author.name
    } onChange: {
      told.withLock { $0 += 1 }
    }
    try run("UPDATE Author SET name = 'Ada L.'")
    #expect(try await eventually { told.withLock { $0 } == 1 })
    #expect(author.name == "Ada L.")
    try run(insertion(of: "Three", by: "Ada L."))
    #expect(try await eventually { results.results.map(\.title) == ["One", "Three", "Two"] })
  }

  @Test("Transactions of the library are none of other programs", arguments: [true, false])
  func ownTransactions(isInOneContainer: Bool) async throws {
    let container = try container()
    let other = isInOneContainer ? container : try self.container()
    let (here, there) = (ModelContext(container), ModelContext(other))
    let author = try fill(here)
    let book = try #require(author.books.first)
    let told = Mutex(0)
    withObservationTracking {
      _ = book.title
    } onChange: {
      told.withLock { $0 += 1 }
    }
    struct Stop: Error {}
    for number in 0..<20 {
      there.insert(Author(name: "\(number)"))
      try there.save()
      _ = try here.fetchCount(FetchDescriptor<Author>())
      let count = try there.fetchCount(FetchDescriptor<Author>())
      #expect(count == number + 2)
      #expect(throws: Stop.self) {
        try here.transaction {
          here.insert(Author(name: "refused"))
          throw Stop()
        }
      }
      here.insert(Genre(name: "\(number)"))
      try here.save()
      _ = try there.fetchCount(FetchDescriptor<Genre>())
    }
    try there.delete(model: Genre.self)
    _ = try here.fetchCount(FetchDescriptor<Genre>())
    #expect(told.withLock { $0 } == 0)
  }
}
