import Foundation
import Observation
import SwiftData
import Synchronization
import Testing

@testable import Fixtures

@Suite("Erasing a container")
struct EraseTests {
  private func fill(_ context: ModelContext) throws -> (author: Author, book: Book, genre: Genre) {
    let author = Author(name: "U")
    let book = Book(title: "B", author: author)
    let genre = Genre(name: "G", books: [book])
    context.insert(genre)
    try context.save()
    return (author, book, genre)
  }

  @Test("Everything is gone, and the container goes on", arguments: Place.allCases)
  func goesOn(place: Place) throws {
    try place.with(Book.self) { container in
      let context = ModelContext(container)
      _ = try fill(context)
      for round in 0..<3 {
        try container.erase()
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 0)
        #expect(try context.fetchCount(FetchDescriptor<Author>()) == 0)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Genre>()) == 0)
        #expect(!context.hasChanges)
        let again = try fill(context)
        #expect(again.author.books.map(\.title) == ["B"], "round \(round)")
        let fresh = ModelContext(container)
        let found = try #require(try fresh.fetch(FetchDescriptor<Book>()).first)
        #expect(found.author?.name == "U")
        #expect(found.genres.map(\.name) == ["G"])
        #expect(try fresh.fetchCount(FetchDescriptor<Book>()) == 1)
      }
    }
  }

  @Test("Objects that somebody holds stay readable and belong nowhere", arguments: Place.allCases)
  func held(place: Place) throws {
    try place.with(Book.self) { container in
      let (one, two) = (ModelContext(container), ModelContext(container))
      let (author, book, genre) = try fill(one)
      let there = try #require(try two.fetch(FetchDescriptor<Book>()).first)
      try container.erase()
      #expect(book.title == "B")
      #expect(author.name == "U")
      #expect(genre.name == "G")
      #expect(there.title == "B")
      for model in [book, there] {
        #expect(model.modelContext == nil)
        #expect(!model.isDeleted)
        #expect(!model.hasChanges)
        _ = model.author?.name
        _ = model.genres.count
        model.title = "x"
        model.author = nil
      }
      #expect(!one.hasChanges)
      #expect(!two.hasChanges)
      try one.save()
      try two.save()
      #expect(try two.fetchCount(FetchDescriptor<Book>()) == 0)
      let identifier = book.persistentModelID
      #expect(try one.existingModel(for: identifier) == nil)
    }
  }

  @Test(
    "Pending changes to erased objects are dropped; new objects stay",
    arguments: Place.allCases
  )
  func pending(place: Place) throws {
    try place.with(Book.self) { container in
      let context = ModelContext(container)
      let (author, book, genre) = try fill(context)
      book.title = "changed"
      context.delete(genre)
      let new = Book(title: "new", author: author)
      new.genres = [Genre(name: "new")]
      try container.erase()
      #expect(new.modelContext === context)
      #expect(new.author == nil)
      try context.save()
      let fresh = ModelContext(container)
      let books = try fresh.fetch(FetchDescriptor<Book>())
      #expect(books.map(\.title) == ["new"])
      #expect(books.first?.author == nil)
      #expect(books.first?.genres.map(\.name) == ["new"])
      #expect(try fresh.fetchCount(FetchDescriptor<Author>()) == 0)
    }
  }

  @Test("Observers in every context are told", arguments: Place.allCases)
  func observers(place: Place) throws {
    try place.with(Book.self) { container in
      let (one, two) = (ModelContext(container), ModelContext(container))
      let (author, _, _) = try fill(one)
      let there = try #require(try two.fetch(FetchDescriptor<Author>()).first)
      let told = Mutex(0)
      for model in [author, there] {
        withObservationTracking {
          _ = model.books.count
        } onChange: {
          told.withLock { $0 += 1 }
        }
      }
      try container.erase()
      _ = try one.fetchCount(FetchDescriptor<Author>())
      _ = try two.fetchCount(FetchDescriptor<Author>())
      #expect(told.withLock { $0 } == 2)
    }
  }

  @Test("An erased object can be inserted again", arguments: Place.allCases)
  func reinsertion(place: Place) throws {
    try place.with(Book.self) { container in
      let context = ModelContext(container)
      let (author, _, _) = try fill(context)
      try container.erase()
      #expect(author.name == "U")
      context.insert(author)
      try context.save()
      let names = try ModelContext(container).fetch(FetchDescriptor<Author>()).map(\.name)
      #expect(names == ["U"])
    }
  }

  @Test("deleteAllData does the same")
  func deleteAllData() throws {
    try Place.memory.with(Book.self) { container in
      let context = ModelContext(container)
      _ = try fill(context)
      container.deleteAllData()
      let count = try context.fetchCount(FetchDescriptor<Book>())
      #expect(count == 0)
    }
  }

  @Test("Unique values are free again", arguments: Place.allCases)
  func unique(place: Place) throws {
    try place.with(Country.self) { container in
      let context = ModelContext(container)
      let old = Country("DE", "Germany")
      context.insert(old)
      try context.save()
      try container.erase()
      let new = Country("DE", "Deutschland")
      context.insert(new)
      try context.save()
      #expect(new.persistentModelID != old.persistentModelID)
      #expect(try context.fetch(FetchDescriptor<Country>()).map(\.name) == ["Deutschland"])
    }
  }
}
