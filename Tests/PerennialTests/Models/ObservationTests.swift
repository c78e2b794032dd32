import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Observation")
struct ObservationTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try libraryContainer()
    context = ModelContext(container)
  }

  /// Notes each change of what `read` reads, once.
  private func watch(_ read: () -> Void) -> Journal {
    let journal = Journal()
    withObservationTracking(read) { journal.note("changed") }
    return journal
  }

  private func savedBook(_ title: String = "Title") throws -> Book {
    let book = Book(title: title, author: Author(name: "Author of \(title)"))
    context.insert(book)
    try context.save()
    return book
  }

  @Test("A change of what was read is told, once")
  func change() throws {
    let book = try savedBook()
    let calls = watch { _ = book.title }
    book.title = "New"
    book.title = "Newer"
    #expect(calls.count == 1)
  }

  @Test("A change of another property is not told")
  func unrelated() throws {
    let book = try savedBook()
    let calls = watch { _ = book.title }
    book.year = 1
    book.isRead = true
    book.genres = [Genre(name: "g")]
    book.author = nil
    try context.save()
    #expect(calls.count == 0)
  }

  @Test("A change of another object is not told")
  func otherObject() throws {
    let book = try savedBook()
    let other = try savedBook("Other")
    let calls = watch { _ = book.title }
    other.title = "New"
    try context.save()
    #expect(calls.count == 0)
  }

  @Test("An assignment of an equal value is told, as it is with Apple")
  func equalAssignment() throws {
    let book = try savedBook()
    let calls = watch { _ = book.title }
    book.title = book.title
    #expect(calls.count == 1)
    #expect(book.hasChanges)
    try context.save()
    #expect(!book.hasChanges)
  }

  @Test("An object that is not saved, or in no context, is observed too")
  func detached() {
    let book = Book(title: "Loose")
    let calls = watch { _ = book.title }
    book.title = "New"
    #expect(calls.count == 1)
    let inserted = watch { _ = book.title }
    context.insert(book)
    book.title = "Newer"
    #expect(inserted.count == 1)
  }

  @Test("A rollback is told to those who read what it restores")
  func rollback() throws {
    let book = try savedBook()
    book.title = "Changed"
    let title = watch { _ = book.title }
    let year = watch { _ = book.year }
    context.rollback()
    #expect(title.count == 1)
    #expect(year.count == 0)
    #expect(book.title == "Title")
  }

  @Test("A rollback tells both sides of a relationship")
  func rollbackOfRelationship() throws {
    let book = try savedBook()
    let author = try #require(book.author)
    book.author = nil
    let one = watch { _ = book.author }
    let many = watch { _ = author.books.count }
    context.rollback()
    #expect(book.author === author)
    #expect(author.books == [book])
    #expect(one.count == 1)
    #expect(many.count == 1)
  }

  @Test("A rollback of a deletion is told to those who read the collection")
  func rollbackOfDeletion() throws {
    let book = try savedBook()
    let author = try #require(book.author)
    #expect(author.books.count == 1)
    context.delete(book)
    #expect(author.books.isEmpty)
    let many = watch { _ = author.books.count }
    context.rollback()
    #expect(author.books == [book])
    #expect(many.count == 1)
  }

  @Test("Both sides of a to-one and to-many relationship are told")
  func bothSides() throws {
    let book = try savedBook()
    let former = try #require(book.author)
    let next = Author(name: "Next")
    context.insert(next)
    try context.save()
    let one = watch { _ = book.author }
    let from = watch { _ = former.books }
    let to = watch { _ = next.books }
    book.author = next
    #expect([one.count, from.count, to.count] == [1, 1, 1] as [Int])

    let again = watch { _ = book.author }
    let back = watch { _ = former.books }
    former.books.append(book)
    #expect([again.count, back.count] == [1, 1] as [Int])
  }

  @Test("Both sides of a many-to-many relationship are told")
  func manyToMany() throws {
    let book = try savedBook()
    let genre = Genre(name: "g")
    context.insert(genre)
    try context.save()
    let genres = watch { _ = book.genres.count }
    let books = watch { _ = genre.books.count }
    book.genres.append(genre)
    #expect([genres.count, books.count] == [1, 1] as [Int])
    let gone = watch { _ = book.genres.count }
    genre.books = []
    #expect(gone.count == 1)
  }

  @Test("A deletion is told to those who read the collection")
  func deletion() throws {
    let book = try savedBook()
    let author = try #require(book.author)
    let many = watch { _ = author.books.count }
    context.delete(book)
    #expect(many.count == 1)
  }

  @Test("A collection that is followed through a chain of objects")
  func chain() throws {
    let book = try savedBook()
    let author = try #require(book.author)
    let calls = watch { _ = author.books.map { $0.genres.map(\.name) } }
    book.genres = [Genre(name: "g")]
    #expect(calls.count == 1)
  }

  // MARK: Other contexts

  @Test("A save elsewhere is told, for what it changed")
  func merge() throws {
    let book = try savedBook()
    let other = ModelContext(container)
    let twin = try #require(other.model(for: book.persistentModelID) as? Book)
    let title = watch { _ = twin.title }
    let year = watch { _ = twin.year }
    book.title = "New"
    #expect(title.count == 0)
    try context.save()
    #expect(title.count == 1)
    #expect(twin.title == "New")
    #expect(year.count == 0)
  }

  @Test("A property that was changed here keeps its value when another context saves")
  func mergeOfChanged() throws {
    let book = try savedBook()
    let other = ModelContext(container)
    let twin = try #require(other.model(for: book.persistentModelID) as? Book)
    twin.title = "Mine"
    let year = watch { _ = twin.year }
    book.title = "Theirs"
    book.year = 1
    try context.save()
    #expect(year.count == 1)
    #expect(twin.title == "Mine")
    #expect(twin.year == 1)
    try other.save()
    #expect(book.title == "Mine")
  }

  @Test("An object that was observed before its insertion is told what others save")
  func mergeOfEarlyObserved() throws {
    let book = Book(title: "Early")
    let early = watch { _ = book.title }
    context.insert(book)
    try context.save()
    book.title = "Earlier"
    #expect(early.count == 1)
    try context.save()
    let calls = watch { _ = book.title }
    let other = ModelContext(container)
    let twin = try #require(other.model(for: book.persistentModelID) as? Book)
    twin.title = "Late"
    try other.save()
    #expect(calls.count == 1)
    #expect(book.title == "Late")
  }

  @Test("An observed object that a save made another row is told what others save")
  func mergeOfUpserted() throws {
    context.insert(Author(name: "Unique"))
    try context.save()
    let author = Author(name: "Unique")
    _ = watch { _ = author.born }
    context.insert(author)
    _ = watch { _ = author.born }
    try context.save()
    let calls = watch { _ = author.born }
    let other = ModelContext(container)
    let twin = try #require(try other.fetch(FetchDescriptor<Author>()).first)
    twin.born = Date(timeIntervalSinceReferenceDate: 1)
    try other.save()
    #expect(calls.count == 1)
    #expect(author.born == Date(timeIntervalSinceReferenceDate: 1))
  }

  @Test("Both sides of a relationship are told what was saved elsewhere")
  func mergeOfRelationship() throws {
    let book = try savedBook()
    let next = Author(name: "Next")
    context.insert(next)
    try context.save()
    let other = ModelContext(container)
    let twin = try #require(other.model(for: book.persistentModelID) as? Book)
    let former = try #require(twin.author)
    let twinOfNext = try #require(other.model(for: next.persistentModelID) as? Author)
    let one = watch { _ = twin.author }
    let from = watch { _ = former.books.count }
    let to = watch { _ = twinOfNext.books.count }
    book.author = next
    try context.save()
    #expect([one.count, from.count, to.count] == [1, 1, 1] as [Int])
    #expect(twin.author === twinOfNext)
    #expect(former.books.isEmpty)
    #expect(twinOfNext.books == [twin])
  }

  @Test("A new member of a collection that was saved elsewhere is told")
  func mergeOfInsertion() throws {
    let book = try savedBook()
    let author = try #require(book.author)
    let other = ModelContext(container)
    let twin = try #require(other.model(for: author.persistentModelID) as? Author)
    let many = watch { _ = twin.books.count }
    context.insert(Book(title: "Second", author: author))
    try context.save()
    #expect(many.count == 1)
    #expect(twin.books.count == 2)
  }

  @Test("A deletion elsewhere is told to the object's observers and to its owner's")
  func mergeOfDeletion() throws {
    let book = try savedBook()
    let other = ModelContext(container)
    let twin = try #require(other.model(for: book.persistentModelID) as? Book)
    let author = try #require(twin.author)
    let title = watch { _ = twin.title }
    let many = watch { _ = author.books.count }
    context.delete(book)
    try context.save()
    #expect(title.count == 1)
    #expect(many.count == 1)
    #expect(author.books.isEmpty)
    #expect(twin.title == "Title")
    #expect(twin.modelContext == nil)
  }

  @Test("A batch deletion is told to the object's observers and to its owner's")
  func batchDeletion() throws {
    let book = try savedBook()
    let author = try #require(book.author)
    let title = watch { _ = book.title }
    let many = watch { _ = author.books.count }
    try ModelContext(container).delete(model: Book.self)
    #expect(title.count == 1)
    #expect(many.count == 1)
    #expect(author.books.isEmpty)
  }

  @Test("One object has as many observers as like to look")
  func manyObservers() throws {
    let book = try savedBook()
    let all = (0..<100).map { _ in watch { _ = book.title } }
    book.title = "New"
    #expect(all.map(\.count) == Array(repeating: 1, count: 100))
  }

  @Test("A callback may read and write the object")
  func reentrantCallback() throws {
    let book = try savedBook()
    nonisolated(unsafe) let unsafeBook = book
    let journal = Journal()
    withObservationTracking {
      _ = book.title
    } onChange: {
      // Before the change: the old value is still there.
      journal.note(unsafeBook.title)
      unsafeBook.year = 7
    }
    book.title = "New"
    #expect(journal.entries == ["Title"])
    #expect(book.title == "New")
    #expect(book.year == 7)
  }

  // MARK: The price

  private func hasRegistrar(_ model: some PersistentModel) -> Bool {
    model._$header.pointee.extras?.registrar != nil
  }

  @Test("Only objects that were read while tracking was on have a registrar")
  func registrars() async throws {
    // Another thread's tracking may make the probe say yes, so one quiet attempt is enough.
    var quiet = false
    for _ in 0..<50 where !quiet {
      let book = try savedBook("Quiet \(UUID())")
      _ = book.title
      book.title = "New \(UUID())"
      _ = book.author?.books.count
      quiet = !hasRegistrar(book)
      if !quiet { try await Task.sleep(for: .milliseconds(1)) }
    }
    #expect(quiet)
    let book = try savedBook("Watched")
    _ = watch { _ = book.title }
    #expect(hasRegistrar(book))
  }

  @Test("access and withMutation serve computed properties")
  func ownObservation() throws {
    let book = try savedBook()
    let calls = watch { book.access(keyPath: \.title) }
    let result = book.withMutation(keyPath: \.title) { 5 }
    #expect(result == 5)
    #expect(calls.count == 1)
  }
}
