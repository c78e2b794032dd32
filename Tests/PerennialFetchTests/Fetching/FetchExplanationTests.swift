import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("Explanations of fetches")
struct FetchExplanationTests {
  /// The results of a fetch and of the statement in its explanation, run by SQLite alone.
  private func results(
    _ descriptor: FetchDescriptor<Book>
  ) throws -> (fetched: [String], found: [String]) {
    let directory = try ScratchDirectory()
    let url = directory.file("library.store")
    let container = try ModelContainer(
      for: Author.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    let author = Author(name: "O'Neill")
    for year in 1990..<2020 {
      context.insert(Book(title: "Book \(year)", year: year, author: year % 3 == 0 ? author : nil))
    }
    try context.save()
    let explanation = try ModelContext(container).explain(descriptor)
    #expect(explanation.evaluatedInMemory.isEmpty && !explanation.mergesUnsavedChanges)
    let titles = try RawDatabase(url).rows("SELECT title FROM (\(explanation.sql))").map { $0[0] }
    return (try context.fetch(descriptor).map(\.title), titles)
  }

  @Test("SQLite finds the objects of the fetch with the statement")
  func statement() throws {
    let newest = [SortDescriptor(\Book.year, order: .reverse)]
    var page = FetchDescriptor(predicate: #Predicate<Book> { $0.year > 1994 }, sortBy: newest)
    (page.fetchLimit, page.fetchOffset) = (5, 3)
    let name = "O'Neill"
    for descriptor in [
      FetchDescriptor(sortBy: newest), page,
      FetchDescriptor(predicate: #Predicate { $0.author?.name == name }, sortBy: newest),
      FetchDescriptor(
        predicate: #Predicate { $0.title == "Book 1999" || $0.year == 2001 }, sortBy: newest),
    ] {
      let (fetched, found) = try results(descriptor)
      #expect(!fetched.isEmpty && fetched == found)
    }
  }

  @Test("The plan is SQLite's, with the steps inside other steps")
  func plan() throws {
    let context = ModelContext(try libraryContainer())
    let indexed = try context.explain(
      FetchDescriptor<Book>(predicate: #Predicate { $0.year == 2001 }))
    #expect(indexed.plan.first?.text.contains("USING INDEX") == true)
    #expect(indexed.sql.contains("2001"))
    #expect("\(indexed)" == indexed.sql + indexed.plan.map { "\n  \($0.text)" }.joined())
    let related = try context.explain(
      FetchDescriptor<Book>(predicate: #Predicate { $0.genres.contains { $0.name == "a" } }))
    #expect(Set(related.plan.map(\.depth)).isSuperset(of: [0, 1]))
  }

  @Test("The parts that are evaluated in memory are named")
  func memory() throws {
    let container = try ModelContainer(
      for: Swatch.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let explanation = try ModelContext(container).explain(
      FetchDescriptor<Swatch>(predicate: #Predicate { $0.cry == "HEY" }))
    #expect(explanation.evaluatedInMemory == ["a constant of type String"])
    #expect(!explanation.sql.contains("HEY"))
    #expect("\(explanation)".contains("in memory: "))
  }

  @Test("Unsaved changes of the context are named, and none of other entities")
  func unsaved() throws {
    let context = ModelContext(try libraryContainer())
    context.insert(Book(title: "new"))
    let books = try context.explain(FetchDescriptor<Book>())
    #expect(books.mergesUnsavedChanges)
    #expect("\(books)".hasSuffix("in memory: unsaved changes"))
    #expect(try !context.explain(FetchDescriptor<Genre>()).mergesUnsavedChanges)
  }

  @Test("An explanation fetches no object")
  func fetchesNothing() throws {
    let container = try libraryContainer()
    let writer = ModelContext(container)
    let book = Book(title: "a")
    writer.insert(book)
    try writer.save()
    let reader = ModelContext(container)
    _ = try reader.explain(FetchDescriptor<Book>())
    let found: Book? = reader.registeredModel(for: book.persistentModelID)
    #expect(found == nil)
  }

  @Test("A custom store has no statement")
  func customStore() throws {
    let directory = try ScratchDirectory()
    let container = try ModelContainer(
      for: Harbour.self, Vessel.self, Sailor.self, Buoy.self,
      configurations: JSONStoreConfiguration(url: directory.file("harbours.json")))
    #expect(throws: SwiftDataError.unsupportedFeature) {
      try ModelContext(container).explain(FetchDescriptor<Buoy>())
    }
  }
}
