import Foundation
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("How values print")
struct DescriptionTests {
  @Test("13.25 An identifier prints as its entity and its key")
  func identifier() throws {
    let container = try ModelContainer(
      for: Author.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let author = Author(name: "Le")
    context.insert(author)
    let row = try #require(author.persistentModelID.rowID)
    for _ in 0..<2 {
      #expect("\(author.persistentModelID)" == "Author/\(row)")
      #expect(String(reflecting: [author.persistentModelID]) == "[Author/\(row)]")
      try context.save()
    }
  }

  @Test(
    "13.25 A long key is cut",
    arguments: [
      ("7", "Book/7"), ("-9223372036854775808", "Book/-9223372036854775808"),
      ("isbn:978-0-00-000000", "Book/isbn:978-0-00-000000"),
      ("https://example.com/books/7", "Book/https://exam…"),
    ])
  func longKey(_ key: String, _ description: String) throws {
    let identifier = try PersistentIdentifier.identifier(
      for: "store", entityName: "Book", primaryKey: key)
    #expect(identifier.description == description)
    #expect(identifier.debugDescription == description)
  }

  @Test("13.25 A change of results prints the numbers of what it did")
  func resultsChange() throws {
    let container = try ModelContainer(
      for: Author.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Author(name: "Le"))
    context.insert(Author(name: "Um"))
    try context.save()
    var descriptor = FetchDescriptor<Author>()
    descriptor.includePendingChanges = false
    let results: FetchResultsCollection<Author> = try context.fetch(descriptor, batchSize: 10)
    func description(_ change: (inout ResultsDifference) -> Void) -> String {
      var offsets = ResultsDifference(countBefore: 3, countAfter: 2)
      change(&offsets)
      return
        "\(ResultsChange(results: results, offsets: offsets, before: [1, 2, 3]) { _ in Author(name: "").persistentModelID })"
    }
    #expect(
      description {
        $0.removals = [0, 1]
        $0.insertions = [1]
        $0.updates = [.init(before: 2, after: 0)]
      } == "2 results: 2 removed, 1 inserted, 1 updated")
    #expect(description { _ in } == "2 results: no change")
  }

  @Test("13.25 There is one version, and it is one of a development")
  func version() {
    #expect(PerennialVersion.current == "0.1.0-dev")
  }
}
