import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Undo in a context")
struct ContextUndoTests {
  private let container: ModelContainer
  private let context: ModelContext
  private let manager = UndoManager()

  init() throws {
    container = try libraryContainer()
    context = ModelContext(container)
    context.undoManager = manager
  }

  /// One step of undo.
  private func step(_ work: () throws -> Void) rethrows {
    try work()
    context.processPendingChanges()
  }

  private func titles(_ context: ModelContext? = nil) throws -> [String] {
    try (context ?? self.context).fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))
      .map(\.title)
  }

  // MARK: The manager

  @Test("There is none at first; then it is the one that was given")
  func property() {
    let context = ModelContext(container)
    #expect(context.undoManager == nil)
    context.undoManager = nil
    #expect(context.graph.recorder == nil)
    context.undoManager = manager
    #expect(context.undoManager === manager)
    context.undoManager = nil
    #expect(context.undoManager == nil)
  }

  @Test("Without one nothing is recorded; what was recorded before stays with the former one")
  func replaced() throws {
    let book = Book(title: "A")
    step { context.insert(book) }
    step { book.title = "B" }
    context.undoManager = nil
    book.title = "C"
    context.undoManager = manager
    step { book.year = 1 }
    manager.undo()
    #expect((book.title, book.year) == ("C", 2000))
    manager.undo()
    #expect(book.title == "A")
  }

  @Test("A context that goes takes its steps along")
  func contextGone() throws {
    var short: ModelContext? = ModelContext(container)
    short?.undoManager = manager
    short?.insert(Book(title: "A"))
    #expect(manager.canUndo)
    short = nil
    #expect(!manager.canUndo)
  }

  // MARK: Kinds of changes

  @Test("An edit")
  func edit() throws {
    let book = Book(title: "A", year: 1)
    step { context.insert(book) }
    try context.save()
    step {
      book.title = "B"
      book.title = "C"
      book.year = 2
    }
    manager.undo()
    #expect((book.title, book.year) == ("A", 1))
    manager.redo()
    #expect((book.title, book.year) == ("C", 2))
    try context.save()
    manager.undo()
    #expect(context.hasChanges)
    try context.save()
    #expect(try titles(ModelContext(container)) == ["A"])
  }

  @Test("An insertion, before and after it is saved", arguments: [false, true])
  func insertion(_ isSaved: Bool) throws {
    let book = Book(title: "A")
    step { context.insert(book) }
    let id = book.persistentModelID
    if isSaved { try context.save() }
    manager.undo()
    #expect(try titles().isEmpty)
    if isSaved { try context.save() }
    manager.redo()
    #expect(try titles() == ["A"])
    #expect(book.persistentModelID == id && book.modelContext === context)
    try context.save()
    #expect(try titles(ModelContext(container)) == ["A"])
  }

  @Test("A deletion, before and after it is saved", arguments: [false, true])
  func deletion(_ isSaved: Bool) throws {
    let book = Book(title: "A", year: 7)
    step { context.insert(book) }
    try context.save()
    let id = book.persistentModelID
    step { context.delete(book) }
    if isSaved { try context.save() }
    #expect(try titles().isEmpty)
    manager.undo()
    #expect(try titles() == ["A"])
    #expect(!book.isDeleted && book.modelContext === context)
    #expect(book.persistentModelID == id)
    try context.save()
    #expect(try titles(ModelContext(container)) == ["A"])
    manager.redo()
    try context.save()
    #expect(try titles(ModelContext(container)).isEmpty)
    manager.undo()
    try context.save()
    let read = try #require(
      ModelContext(container).fetch(FetchDescriptor<Book>()).first)
    #expect((read.year, read.id) == (7, book.id))
  }

  @Test("A deletion with all that it takes along", arguments: [false, true])
  func cascade(_ isSaved: Bool) throws {
    let author = Author(name: "Ada")
    let genre = Genre(name: "Poetry")
    step {
      context.insert(author)
      for title in ["A", "B", "C"] {
        let book = Book(title: title, author: author)
        context.insert(book)
        book.genres = [genre]
      }
    }
    try context.save()
    step { context.delete(author) }
    #expect(genre.books.isEmpty)
    if isSaved { try context.save() }
    #expect(try titles().isEmpty)
    manager.undo()
    #expect(author.books.map(\.title) == ["A", "B", "C"])
    #expect(author.books.allSatisfy { $0.author === author && $0.genres == [genre] })
    #expect(genre.books.map(\.title) == ["A", "B", "C"])
    try context.save()
    let read = try #require(ModelContext(container).fetch(FetchDescriptor<Author>()).first)
    #expect(read.books.map(\.title) == ["A", "B", "C"])
    #expect(read.books.allSatisfy { $0.genres.count == 1 })
    manager.redo()
    try context.save()
    #expect(try titles(ModelContext(container)).isEmpty)
  }

  @Test("A reference, from either side, with its place among the others")
  func toOne() throws {
    let (ada, bea) = (Author(name: "Ada"), Author(name: "Bea"))
    let books = ["A", "B", "C"].map { Book(title: $0, author: ada) }
    step {
      context.insert(bea)
      books.forEach(context.insert)
    }
    try context.save()
    step { books[1].author = bea }
    #expect(ada.books == [books[0], books[2]] && bea.books == [books[1]])
    manager.undo()
    #expect(ada.books == books && bea.books.isEmpty && books[1].author === ada)
    manager.redo()
    #expect(ada.books == [books[0], books[2]] && bea.books == [books[1]])
    step { ada.books = [books[2], books[0]] }
    manager.undo()
    #expect(ada.books == [books[0], books[2]])
    step { books[0].author = nil }
    manager.undo()
    manager.undo()
    #expect(ada.books == books)
    try context.save()
    let read = try #require(
      ModelContext(container).fetch(
        FetchDescriptor<Author>(predicate: #Predicate { $0.name == "Ada" })
      ).first)
    #expect(read.books.map(\.title) == ["A", "B", "C"])
  }

  @Test("A collection in a join table, also one that nobody has looked at")
  func manyToMany() throws {
    let writer = ModelContext(container)
    let book = Book(title: "A")
    writer.insert(book)
    book.genres = ["x", "y"].map { Genre(name: $0) }
    try writer.save()
    let own = try #require(context.fetch(FetchDescriptor<Book>()).first)
    let genres = try context.fetch(FetchDescriptor<Genre>(sortBy: [SortDescriptor(\.name)]))
    step { own.genres = [genres[1]] }
    #expect(genres[0].books.isEmpty)
    manager.undo()
    #expect(own.genres == genres && genres[0].books == [own])
    step { genres[0].books = [] }
    #expect(own.genres == [genres[1]])
    manager.undo()
    #expect(Set(own.genres) == Set(genres))
    try context.save()
    #expect(try writer.fetch(FetchDescriptor<Book>()).first?.genres.count == 2)
  }

  @Test("13.1 An optional collection that was emptied by nil gets its members back")
  func optionalCollection() throws {
    let container = try ModelContainer(
      for: Gift.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.undoManager = manager
    let gift = Gift("A")
    context.insert(gift)
    context.processPendingChanges()
    gift.ribbons?.append(Ribbon("red"))
    context.processPendingChanges()
    gift.ribbons = nil
    context.processPendingChanges()
    #expect(gift.ribbons?.isEmpty == true)
    manager.undo()
    #expect(gift.ribbons?.map(\.colour) == ["red"])
    manager.undo()
    #expect(gift.ribbons?.isEmpty == true)
    manager.redo()
    #expect(gift.ribbons?.map(\.colour) == ["red"])
    manager.redo()
    #expect(gift.ribbons?.isEmpty == true)
  }

  @Test("What comes and goes within one step is none")
  func void() {
    step {
      let book = Book(title: "A")
      context.insert(book)
      context.delete(book)
    }
    #expect(!manager.canUndo)
  }

  @Test("An object that was deleted and kept within one step")
  func keptAfterAll() throws {
    let book = Book(title: "A")
    step { context.insert(book) }
    try context.save()
    step {
      context.delete(book)
      context.insert(book)
      book.title = "B"
    }
    manager.undo()
    #expect(try titles() == ["A"])
    manager.redo()
    #expect(try titles() == ["B"])
  }

  // MARK: Steps

  @Test("Changes are one step until a save, or until they are processed")
  func steps() throws {
    let book = Book(title: "A")
    context.insert(book)
    book.title = "B"
    try context.save()
    book.title = "C"
    book.year = 1
    context.processPendingChanges()
    book.title = "D"
    #expect(manager.undoCount == 2)
    manager.undo()
    #expect(book.title == "C")
    manager.undo()
    #expect((book.title, book.year) == ("B", 2000))
    manager.undo()
    #expect(try titles().isEmpty)
    #expect(!manager.canUndo && manager.redoCount == 3)
  }

  @Test("Groups of the manager are steps, with their names")
  func groups() throws {
    let book = Book(title: "A")
    context.insert(book)
    try context.save()
    manager.beginUndoGrouping()
    manager.setActionName("Delete Book")
    context.delete(book)
    manager.endUndoGrouping()
    try context.save()
    #expect(manager.undoMenuItemTitle == "Undo Delete Book")
    manager.undo()
    #expect(try titles() == ["A"])
    #expect(manager.redoActionName == "Delete Book")
    // Parts of a group can be taken back alone.
    manager.beginUndoGrouping()
    book.title = "B"
    manager.beginUndoGrouping()
    book.title = "C"
    manager.endUndoGrouping()
    manager.undoNestedGroup()
    #expect(book.title == "B")
    manager.endUndoGrouping()
    manager.undo()
    #expect(book.title == "A")
  }

  @Test("The turn of an actor is a step")
  @MainActor
  func turns() async throws {
    let context = container.mainContext
    let manager = UndoManager()
    context.undoManager = manager
    let book = Book(title: "A")
    context.insert(book)
    await Task.yield()
    book.title = "B"
    book.year = 1
    await Task.yield()
    #expect(manager.undoCount == 2)
    manager.undo()
    #expect((book.title, book.year) == ("A", 2000))
    manager.undo()
    #expect(try titles(context).isEmpty)
    context.undoManager = nil
  }

  @Test("What is made while registration is off cannot be undone")
  func disabled() throws {
    let book = Book(title: "A")
    step { context.insert(book) }
    book.year = 5
    manager.disableUndoRegistration()
    book.title = "B"
    context.insert(Book(title: "not undone"))
    manager.enableUndoRegistration()
    context.processPendingChanges()
    manager.undo()
    #expect((book.title, book.year) == ("B", 2000))
    manager.undo()
    #expect(try titles() == ["not undone"])
  }

  @Test("A rollback leaves nothing to undo")
  func rollback() throws {
    let book = Book(title: "A")
    step { context.insert(book) }
    try context.save()
    step { book.title = "B" }
    book.title = "C"
    context.rollback()
    #expect(!manager.canUndo && !manager.canRedo)
    #expect(book.title == "A")
  }

  @Test("A failed transaction leaves the steps before it")
  func transaction() throws {
    struct Refusal: Error {}
    let book = Book(title: "A")
    step { context.insert(book) }
    book.title = "B"
    #expect(throws: Refusal.self) {
      try context.transaction {
        book.title = "C"
        context.insert(Book(title: "never"))
        throw Refusal()
      }
    }
    #expect(try titles() == ["B"])
    context.processPendingChanges()
    manager.undo()
    #expect(try titles() == ["A"])
    try context.transaction { book.title = "D" }
    manager.undo()
    #expect(book.title == "A")
  }

  @Test("A failed transaction that parted its changes leaves none")
  func partedTransaction() throws {
    struct Refusal: Error {}
    let book = Book(title: "A")
    step { context.insert(book) }
    #expect(throws: Refusal.self) {
      try context.transaction {
        book.title = "C"
        context.processPendingChanges()
        throw Refusal()
      }
    }
    #expect(!manager.canUndo)
    #expect(try titles() == ["A"])
  }

  @Test("What cannot be undone is not a step", arguments: [false, true])
  func batches(_ isErasure: Bool) throws {
    let book = Book(title: "A")
    step { context.insert(book) }
    try context.save()
    step { book.title = "B" }
    context.insert(Book(title: "new"))
    context.processPendingChanges()
    if isErasure {
      try container.erase()
    } else {
      try context.delete(model: Book.self)
    }
    context.processPendingChanges()
    for _ in 0..<4 { manager.undo() }
    // An object that was never saved was not erased.
    #expect(try titles() == (isErasure ? ["new"] : []))
    #expect(book.modelContext == nil)
  }

  // MARK: Others

  @Test("Observers of objects and of results are told")
  func observers() throws {
    let book = Book(title: "A")
    step { context.insert(book) }
    let observer = try ResultsObserver<Book, Never>(modelContext: context)
    step { book.title = "B" }
    let journal = Journal()
    withObservationTracking {
      _ = book.title
    } onChange: {
      journal.note("title")
    }
    manager.undo()
    #expect(journal.entries == ["title"])
    #expect(observer.results.count == 1)
    manager.undo()
    #expect(observer.results.isEmpty)
    manager.redo()
    #expect(observer.results.count == 1)
  }

  @Test("What others do in the meantime stays")
  func others() throws {
    let author = Author(name: "Ada")
    let (first, second) = (Book(title: "A", author: author), Book(title: "B", author: author))
    let genre = Genre(name: "x")
    step {
      context.insert(first)
      context.insert(second)
      context.insert(genre)
    }
    try context.save()
    step {
      first.author = nil
      first.genres.append(genre)
      second.title = "C"
    }
    try context.save()
    let other = ModelContext(container)
    let theirs = try other.fetch(FetchDescriptor<Author>())[0]
    other.insert(Book(title: "theirs", author: theirs))
    let theirFirst = try other.fetch(
      FetchDescriptor<Book>(predicate: #Predicate { $0.title == "A" }))[0]
    theirFirst.genres.append(Genre(name: "y"))
    other.delete(
      try other.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.title == "C" }))[0])
    try other.save()
    manager.undo()
    #expect(author.books.map(\.title) == ["A", "theirs"])
    #expect(first.genres.map(\.name) == ["y"])
    #expect(second.modelContext == nil)
    try context.save()
    #expect(try titles(other) == ["A", "theirs"])
  }

  @Test("Two contexts can share a manager")
  func shared() throws {
    let other = ModelContext(container)
    other.undoManager = manager
    let (mine, theirs) = (Book(title: "A"), Book(title: "B"))
    step { context.insert(mine) }
    other.insert(theirs)
    other.processPendingChanges()
    #expect(manager.undoCount == 2)
    manager.undo()
    #expect(try titles(other).isEmpty)
    #expect(try titles() == ["A"])
    context.rollback()
    manager.redo()
    #expect(try titles(other) == ["B"])
  }
}
