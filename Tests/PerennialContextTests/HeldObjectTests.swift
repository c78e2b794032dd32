import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// Objects that a program holds when it has released their container.
@Suite("Objects that are held longer than their container", .timeLimit(.minutes(1)))
@MainActor
struct HeldObjectTests {
  private let directory: ScratchDirectory
  private let url: URL

  init() throws {
    directory = try ScratchDirectory()
    url = directory.file("held.store")
  }

  private func container(_ kind: StoreKind = .file) throws -> ModelContainer {
    try ModelContainer(
      for: Author.self,
      configurations: kind == .file
        ? ModelConfiguration(url: url) : ModelConfiguration(isStoredInMemoryOnly: true))
  }

  /// An author with a book of a genre, of a main context whose container is released.
  private func author(autosaves: Bool = true, _ kind: StoreKind = .file) throws -> Author {
    let container = try container(kind)
    container.mainContext.autosaveEnabled = autosaves
    let author = Author(name: "a")
    let book = Book(title: "b", author: author)
    book.genres = [Genre(name: "g")]
    container.mainContext.insert(author)
    try container.mainContext.save()
    return author
  }

  private func names() throws -> [String] {
    try ModelContext(container()).fetch(FetchDescriptor<Author>()).map(\.name).sorted()
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted()
  }

  // MARK: While an object is held

  @Test("13.10 The object has a context, whose container has the same stores")
  func context() throws {
    let author = try author()
    let context = try #require(author.modelContext)
    #expect(author.modelContext === context)
    #expect(context.autosaveEnabled)
    #expect(context.container == context.container)
    #expect(context.container.mainContext === context)
    #expect(context.container.schema.entities.contains { $0.name == "Author" })
    #expect(try context.fetch(FetchDescriptor<Author>()).first === author)
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Author>()) == 1)
  }

  @Test("13.10 A change is tracked, and can be saved", arguments: [true, false])
  func change(_ autosaves: Bool) throws {
    let author = try author(autosaves: autosaves)
    #expect(author.modelContext?.hasChanges == false)
    author.name = "new"
    #expect(author.hasChanges)
    #expect(author.modelContext?.hasChanges == true)
    #expect(author.modelContext?.changedModelsArray.count == 1)
    #expect(author.modelContext?.autosaveEnabled == autosaves)
    try author.modelContext?.save()
    #expect(!author.hasChanges)
    #expect(try names() == ["new"])
  }

  @Test("13.10 A change is saved at the end of the turn", arguments: StoreKind.allCases)
  func autosave(_ kind: StoreKind) async throws {
    let author = try author(kind)
    author.name = "new"
    for _ in 0..<10_000 where author.hasChanges { await Task.yield() }
    #expect(!author.hasChanges)
    if kind == .file { #expect(try names() == ["new"]) }
  }

  @Test("13.10 Relationships are loaded, in every direction")
  func relationships() throws {
    let author = try author()
    #expect(author.books.map(\.title) == ["b"])
    #expect(author.books.first?.genres.map(\.name) == ["g"])
    #expect(author.books.first?.genres.first?.books.first?.author === author)
  }

  @Test("13.10 What is inserted into its relationships is saved with it")
  func insertion() async throws {
    let author = try author()
    author.books.append(Book(title: "c"))
    for _ in 0..<10_000 where author.hasChanges { await Task.yield() }
    #expect(author.books.map(\.title) == ["b", "c"])
    #expect(try ModelContext(container()).fetchCount(FetchDescriptor<Book>()) == 2)
  }

  @Test("13.10 A deletion can be saved")
  func deletion() throws {
    let author = try author(autosaves: false)
    author.modelContext?.delete(author)
    #expect(author.isDeleted)
    #expect(author.modelContext?.deletedModelsArray.isEmpty == false)
    try author.modelContext?.save()
    #expect(author.modelContext == nil)
    #expect(try names() == [])
  }

  @Test(
    "13.10 Without autosave a change stays with the object, however often its context is asked for")
  func changeWithoutAutosave() async throws {
    let author = try author(autosaves: false)
    author.name = "new"
    for _ in 0..<100 { await Task.yield() }
    #expect(author.name == "new")
    #expect(author.hasChanges)
    #expect(author.modelContext?.hasChanges == true)
    author.born = .distantPast
    #expect(author.modelContext?.changedModelsArray.count == 1)
    author.modelContext?.rollback()
    #expect(author.name == "a")
    #expect(author.born == nil)
    #expect(author.modelContext?.hasChanges == false)
  }

  @Test("13.10 It follows what another container saves")
  func remoteChange() async throws {
    let author = try author()
    let there = ModelContext(try container())
    try #require(try there.fetch(FetchDescriptor<Author>()).first).name = "new"
    try there.save()
    for _ in 0..<2000 where author.name != "new" { try await Task.sleep(for: .milliseconds(1)) }
    #expect(author.name == "new")
  }

  // MARK: When it is let go of

  @Test(
    "13.10 When the object is released, everything is",
    arguments: [[], ["context"], ["books"], ["genres"], ["edit"], ["genres", "edit"]])
  func release(_ uses: [String]) async throws {
    weak var graph: ObjectGraph?
    weak var container: ModelContainer?
    weak var object: Author?
    do {
      let author: Author
      do {
        let made = try self.container()
        container = made
        author = Author(name: "a")
        let book = Book(title: "b", author: author)
        book.genres = [Genre(name: "g")]
        made.mainContext.insert(author)
        try made.mainContext.save()
        graph = made.mainContext.graph
      }
      object = author
      #expect(container == nil)
      #expect(graph != nil)
      #expect(try files().count == 3)
      if uses.contains("context") { #expect(author.modelContext != nil) }
      if uses.contains("books") { #expect(author.books.count == 1) }
      if uses.contains("genres") {
        #expect(author.books.first?.genres.first?.books.first?.author === author)
      }
      if uses.contains("edit") {
        author.name = "new"
        author.books.first?.genres.append(Genre(name: "h"))
        for _ in 0..<10_000 where author.hasChanges { await Task.yield() }
        #expect(!author.hasChanges)
      }
    }
    // A context that had something to save ends with the turn.
    for _ in 0..<10_000 where graph != nil && uses.contains("edit") { await Task.yield() }
    #expect(object == nil)
    #expect(graph == nil)
    #expect(try files() == ["held.store"])
  }

  @Test("13.10 Unsaved objects that are not held are saved when the container is released")
  func unsavedObjects() throws {
    weak var graph: ObjectGraph?
    weak var object: Author?
    do {
      let container = try container()
      let author = Author(name: "a")
      let book = Book(title: "b", author: author)
      book.genres = [Genre(name: "g", books: [])]
      container.mainContext.insert(author)
      graph = container.mainContext.graph
      object = author
    }
    #expect(graph == nil)
    #expect(object == nil)
    #expect(try files() == ["held.store"])
    #expect(try names() == ["a"])
    #expect(try ModelContext(container()).fetchCount(FetchDescriptor<Book>()) == 1)
  }

  @Test("13.10 Without autosave they are not, and nothing is left of the container")
  func unsavedObjectsWithoutAutosave() throws {
    weak var graph: ObjectGraph?
    do {
      let container = try container()
      container.mainContext.autosaveEnabled = false
      container.mainContext.insert(Author(name: "a"))
      graph = container.mainContext.graph
    }
    #expect(graph == nil)
    #expect(try files() == ["held.store"])
    #expect(try names() == [])
  }

  @Test("13.10 Changes that cannot be saved do not keep anything")
  func refused() throws {
    weak var graph: ObjectGraph?
    do {
      let container = try ModelContainer(
        for: Loan.self, configurations: ModelConfiguration(url: url))
      let loan = Loan(reader: "r", book: Book(title: "b"))
      container.mainContext.insert(loan)
      try container.mainContext.save()
      graph = container.mainContext.graph
      // The delete rule denies it.
      container.mainContext.delete(loan.book)
    }
    #expect(graph == nil)
    #expect(try files() == ["held.store"])
  }

  @Test("13.10 The container may be released on another thread")
  func otherThread() async throws {
    weak var graph: ObjectGraph?
    var author: Author?
    do {
      let container = try container()
      let made = Author(name: "a")
      container.mainContext.insert(made)
      graph = container.mainContext.graph
      author = made
      await Task.detached { [container = consume container] in _ = container }.value
    }
    for _ in 0..<10_000 where author?.hasChanges == true { await Task.yield() }
    #expect(author?.hasChanges == false)
    #expect(author?.modelContext != nil)
    author = nil
    for _ in 0..<10_000 where graph != nil { await Task.yield() }
    #expect(graph == nil)
    #expect(try names() == ["a"])
  }

  // MARK: Contexts of the program

  @Test("13.10 A main context that is held keeps the stores, and stands for itself")
  func heldContext() throws {
    let context = try container().mainContext
    context.insert(Author(name: "a"))
    #expect(context.container.mainContext === context)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 1)
  }

  @Test("13.10 A context of the program ends when it is released: its objects have none")
  func programContext() throws {
    weak var graph: ObjectGraph?
    var author: Author?
    do {
      let context = ModelContext(try container())
      let made = Author(name: "a")
      context.insert(made)
      try context.save()
      made.name = "not saved"
      author = made
      graph = context.graph
    }
    #expect(author?.modelContext == nil)
    #expect(author?.name == "not saved")
    #expect(author?.books.isEmpty == true)
    #expect(graph != nil)
    author = nil
    #expect(graph == nil)
    #expect(try files() == ["held.store"])
    #expect(try names() == ["a"])
  }
}
