import Foundation
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Predicates of many parts")
struct LongPredicateTests {
  private let context: ModelContext
  private let books: [Book]

  init() throws {
    context = ModelContext(try libraryContainer())
    books = (0..<50).map { Book(title: "Book \($0)", year: $0) }
    for book in books { context.insert(book) }
    try context.save()
  }

  private func parts(_ count: Int) -> [Predicate<Book>] {
    (0..<count).map { number in #Predicate { $0.year == number || $0.title == "none" } }
  }

  @Test(
    "41/3: Any number of predicates is one, in SQL and in memory",
    arguments: [0, 1, 2, 3, 200, 201, 999, 1_000, 1_001, 5_000])
  func any(count: Int) throws {
    let any = Predicate(any: parts(count))
    let expected = books.filter { $0.year < count }
    let descriptor = FetchDescriptor(predicate: any, sortBy: [SortDescriptor(\.year)])
    #expect(FetchPlan(descriptor).isConditionExact)
    #expect(try context.fetch(descriptor) == expected)
    #expect(try context.fetchCount(descriptor) == expected.count)
    #expect(try books.filter { try any.evaluate($0) } == expected)
  }

  @Test("All of any number", arguments: [0, 1, 2, 201, 1_000, 5_000])
  func all(count: Int) throws {
    let years = (0..<count).map { number in #Predicate<Book> { $0.year != number } }
    let all = Predicate(all: years)
    let expected = books.filter { $0.year >= count }
    let descriptor = FetchDescriptor(predicate: all, sortBy: [SortDescriptor(\.year)])
    #expect(FetchPlan(descriptor).isConditionExact)
    #expect(try context.fetch(descriptor) == expected)
    #expect(try books.filter { try all.evaluate($0) } == expected)
  }

  @Test("The parts are evaluated in their order, up to the one that decides")
  func order() throws {
    let context = ModelContext(try libraryContainer())
    let book = Book(title: "a", year: 0)
    context.insert(book)
    // An evaluation of the second part would throw: the author is missing.
    let named = #Predicate<Book> { $0.author!.name == "b" }
    for count in [2, 3, 7, 300] {
      let tail = repeatElement(named, count: count - 1)
      #expect(try Predicate(any: [#Predicate<Book> { $0.year == 0 }] + tail).evaluate(book))
      #expect(try !Predicate(all: [#Predicate<Book> { $0.year == 1 }] + tail).evaluate(book))
    }
  }
}
