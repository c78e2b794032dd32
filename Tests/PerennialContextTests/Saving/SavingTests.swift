import SwiftData
import Testing

@testable import Fixtures

@Suite("Saving")
struct SavingTests {
  @Test("What is saved is there in another context")
  func roundTrip() throws {
    let container = try libraryContainer()
    let context = ModelContext(container)
    let author = Author(name: "Ursula", born: Date(timeIntervalSinceReferenceDate: 0.1))
    context.insert(author)
    let book = Book(title: "The Dispossessed", year: 1974, author: author)
    #expect(book.persistentModelID.isTemporary)
    context.insert(book)
    #expect(context.hasChanges)
    #expect(author.books.map(\.title) == ["The Dispossessed"])
    let identifier = book.persistentModelID
    try context.save()
    #expect(!context.hasChanges)
    #expect(!book.persistentModelID.isTemporary)
    #expect(book.persistentModelID == identifier)

    let other = ModelContext(container)
    let found = try #require(try other.fetch(FetchDescriptor<Book>()).first)
    #expect(found.title == "The Dispossessed")
    #expect(found.year == 1974)
    #expect(found.id == book.id)
    #expect(found.author?.name == "Ursula")
    #expect(found.author?.born == Date(timeIntervalSinceReferenceDate: 0.1))
    #expect(found.author?.books.first === found)
  }
}
