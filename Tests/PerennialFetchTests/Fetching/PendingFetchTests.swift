import Foundation
import RandomTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// Fetches in a context with many unsaved changes.
@Suite("Fetches among unsaved changes")
struct PendingFetchTests {
  private let context: ModelContext
  private static let count = 2000

  init() throws { context = ModelContext(try libraryContainer()) }

  /// Inserts books, of which a hundred at a time are of one year.
  private func insertBooks() -> [Book] {
    let books = (0..<Self.count).map { Book(title: "\($0)", year: $0 / 100) }
    for book in books { context.insert(book) }
    return books
  }

  /// Returns the number of objects that a fetch evaluates its predicate for, and the number of its
  /// results.
  private func cost(_ predicate: Predicate<Book>, limit: Int? = nil) throws -> (Int, Int) {
    let before = context.graph.evaluations
    var descriptor = FetchDescriptor(predicate: predicate)
    descriptor.fetchLimit = limit
    let found = try context.fetch(descriptor).count
    return (context.graph.evaluations - before, found)
  }

  @Test("13.17 A fetch by a value looks at the objects that have it")
  func byValue() throws {
    let books = insertBooks()
    #expect(try cost(#Predicate { $0.title == "700" }) == (1, 1))
    #expect(try cost(#Predicate { $0.title == "nowhere" }) == (0, 0))
    #expect(try cost(#Predicate { "700" == $0.title }, limit: 1) == (1, 1))
    let id = books[3].id
    #expect(try cost(#Predicate { $0.id == id }) == (1, 1))
    let identifier = books[4].persistentModelID
    #expect(try cost(#Predicate { $0.persistentModelID == identifier }) == (1, 1))
    let titles = ["1", "2", "x"]
    #expect(try cost(#Predicate { titles.contains($0.title) }) == (2, 2))
    #expect(try cost(#Predicate { $0.year == 3 }) == (100, 100))
  }

  @Test("13.17 So does one by a range, and by several conditions")
  func byConditions() throws {
    _ = insertBooks()
    #expect(try cost(#Predicate { $0.year >= 18 }) == (200, 200))
    #expect(try cost(#Predicate { $0.year < 1 }) == (100, 100))
    #expect(try cost(#Predicate { $0.year > 19 }) == (0, 0))
    #expect(try cost(#Predicate { $0.year <= 1 && $0.title == "3" }) == (1, 1))
    #expect(try cost(#Predicate { $0.title == "3" || $0.title == "4" }) == (2, 2))
    #expect(try cost(#Predicate { $0.title == "3" && $0.title.starts(with: "3") }) == (1, 1))
    // Nothing is known of what a text contains.
    #expect(try cost(#Predicate { $0.title.contains("7") && $0.year < 2 }).0 <= 200)
  }

  @Test("13.17 An import that fetches before each insertion evaluates next to nothing")
  func fetchOrInsert() throws {
    for round in 0..<2 {
      for number in 0..<Self.count {
        let name = "\(number)"
        var descriptor = FetchDescriptor<Author>(predicate: #Predicate { $0.name == name })
        descriptor.fetchLimit = 1
        if let author = try context.fetch(descriptor).first {
          author.born = .distantPast
        } else {
          context.insert(Author(name: name))
        }
      }
      #expect(context.graph.evaluations <= round * Self.count)
    }
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == Self.count)
  }

  @Test("13.17 So does one that changes what it finds")
  func fetchAndChange() throws {
    for number in 0..<500 { context.insert(Author(name: "\(number)")) }
    try context.save()
    _ = try context.fetchCount(FetchDescriptor<Author>())
    let statements = context.graph.executions
    for number in 0..<500 {
      let name = "\(number)"
      var descriptor = FetchDescriptor<Author>(predicate: #Predicate { $0.name == name })
      descriptor.fetchLimit = 1
      let author = try #require(try context.fetch(descriptor).first)
      author.born = .distantPast
    }
    #expect(context.graph.evaluations == 0)
    #expect(context.graph.executions - statements == 500)
  }

  @Test("13.17 A changed value is found by what it is now")
  func changes() throws {
    let books = insertBooks()
    #expect(try cost(#Predicate { $0.title == "5" }) == (1, 1))
    books[5].title = "new"
    #expect(try cost(#Predicate { $0.title == "5" }) == (0, 0))
    #expect(try cost(#Predicate { $0.title == "new" }) == (1, 1))
    books[5].title = "5"
    #expect(try cost(#Predicate { $0.title == "5" }) == (1, 1))
    context.delete(books[5])
    #expect(try cost(#Predicate { $0.title == "5" }).1 == 0)
    context.insert(books[5])
    #expect(try cost(#Predicate { $0.title == "5" }) == (1, 1))
    context.rollback()
    #expect(try cost(#Predicate { $0.title == "5" }) == (0, 0))
  }

  @Test("13.17 An observer that fetches while a value changes does not hide the change")
  func observerThatFetches() throws {
    let book = Book(title: "a")
    context.insert(book)
    func found(_ title: String) throws -> Int {
      try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.title == title })).count
    }
    #expect(try found("a") == 1)
    let box = UncheckedBox(context)
    withObservationTracking {
      _ = book.title
    } onChange: {
      _ = try? box.value.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.title == "a" }))
    }
    book.title = "b"
    #expect(try found("a") == 0)
    #expect(try found("b") == 1)
  }

  /// A box for the value that an observation handler uses. The handler runs on the thread of the value
  /// here.
  private struct UncheckedBox<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  // MARK: Differences

  @Test(
    "13.17 Random changes and fetches by value give what the predicate gives",
    arguments: TestSeeds.some(12))
  func random(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let container = context.container
    let other = ModelContext(container)
    var books: [Book] = []
    let titles = ["a", "b", "é", "e\u{301}", "c", "", "z"]
    func title() -> String { titles.randomElement(using: &random) ?? "" }
    func predicate() -> Predicate<Book> {
      let (first, second) = (title(), title())
      let year = Int.random(in: 0...9, using: &random)
      switch Int.random(in: 0..<9, using: &random) {
      case 0: return #Predicate { $0.title == first }
      case 1: return #Predicate { $0.year == year }
      case 2: return #Predicate { $0.year >= year && $0.title == first }
      case 3: return #Predicate { $0.title == first || $0.year < year }
      case 4: return #Predicate { [first, second].contains($0.title) }
      case 5: return #Predicate { $0.title < first && $0.title > second }
      case 6: return #Predicate { !($0.title == first) && $0.year <= year }
      case 7: return #Predicate { $0.author?.name == first && $0.year > year }
      default: return #Predicate { $0.isRead && $0.title >= second }
      }
    }
    let authors = Set(titles).map { Author(name: $0) }
    for author in authors { context.insert(author) }
    try context.save()
    for step in 0..<400 {
      switch Int.random(in: 0..<22, using: &random) {
      case 0..<6:
        let book = Book(title: title(), year: Int.random(in: 0...9, using: &random))
        book.author = authors.randomElement(using: &random)
        context.insert(book)
        books.append(book)
      case 6..<12: books.randomElement(using: &random)?.title = title()
      case 12..<15: books.randomElement(using: &random)?.year = .random(in: 0...9, using: &random)
      case 15: books.randomElement(using: &random)?.isRead.toggle()
      case 16: if let book = books.randomElement(using: &random) { context.delete(book) }
      case 17: if let book = books.randomElement(using: &random) { context.insert(book) }
      case 18 where step % 5 == 0: try context.save()
      case 19 where step % 7 == 0:
        context.rollback()
        books.removeAll { $0.modelContext == nil }
      case 20:
        let found = try other.fetch(FetchDescriptor<Book>())
        found.randomElement(using: &random)?.title = title()
        try other.save()
      default:
        try? context.transaction {
          books.randomElement(using: &random)?.title = title()
          if Bool.random(using: &random) { throw CancellationError() }
        }
      }
      books.removeAll { $0.modelContext == nil }
      let predicate = predicate()
      let all = try context.fetch(FetchDescriptor<Book>())
      let expected = Set(try all.filter { try predicate.evaluate($0) })
      let found = try context.fetch(FetchDescriptor(predicate: predicate))
      #expect(found.count == expected.count, "step \(step), \(predicate)")
      #expect(Set(found) == expected, "step \(step), \(predicate)")
    }
  }

  @Test("13.17 Values are found among thousands, in every order", arguments: TestSeeds.some(4))
  func column(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var column = PendingColumn()
    var expected: [ObjectIdentifier: Int64] = [:]
    let books = (0..<3000).map { _ in Book(title: "") }
    for step in 0..<9000 {
      let book = books[Int.random(in: 0..<books.count, using: &random)]
      let value = Int64.random(in: 0..<400, using: &random)
      let isGone = step % 7 == 0
      column.set(book, to: isGone ? .null : .integer(value))
      expected[ObjectIdentifier(book)] = isGone ? nil : value
    }
    let operators: [(SQLOperator, (Int64, Int64) -> Bool)] = [
      (.equal, { $0 == $1 }), (.less, { $0 < $1 }), (.lessOrEqual, { $0 <= $1 }),
      (.greater, { $0 > $1 }), (.greaterOrEqual, { $0 >= $1 }),
    ]
    for bound in [-1, 0, 1, 57, 200, 399, 400] as [Int64] {
      for (operation, holds) in operators {
        let span = try #require(column.span(operation, .integer(bound)))
        let found = column.models(in: span).map { ObjectIdentifier($0) }
        #expect(found.count == span.count)
        #expect(Set(found) == Set(expected.filter { holds($0.value, bound) }.keys))
        #expect(Set(found).count == found.count)
      }
    }
    #expect(column.span(.plus, .integer(1)) == nil)
  }
}
