import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Changes that need no query")
struct ResultsEconomyTests {
  private let container: ModelContainer
  private let context: ModelContext
  private let other: ModelContext

  init() throws {
    container = try newsroom()
    context = ModelContext(container)
    other = ModelContext(container)
    for rank in 0..<20 { other.insert(Headline("title \(rank)", rank: rank)) }
    try other.save()
  }

  private func observer(
    _ predicate: Predicate<Headline>?,
    _ sortBy: [SortDescriptor<Headline>] = [SortDescriptor(\.rank)]
  ) throws -> ResultsObserver<Headline, Never> {
    try ResultsObserver(filterBy: predicate, sortBy: sortBy, modelContext: context)
  }

  private func headline(_ rank: Int, in context: ModelContext) throws -> Headline {
    try #require(
      try context.fetch(FetchDescriptor<Headline>(predicate: #Predicate { $0.rank == rank })).first
    )
  }

  @Test("A change of something else reaches nobody")
  func unrelated() throws {
    let observer = try observer(#Predicate { $0.rank > 3 })
    let told = try told(observer)
    other.insert(Teacup("red"))
    other.insert(Reporter("Ada"))
    try headline(5, in: other).text = "new"
    try headline(6, in: other).title = "new"
    try other.save()
    #expect(context.graph.liveQueries?.hasUnprocessedChanges == false)
    #expect(told.count == 0)
    #expect(observer.results.count == 16)
    #expect(observer.query.fetches == 1)
  }

  private func told(_ observer: ResultsObserver<Headline, Never>) throws -> Journal {
    let journal = Journal()
    withObservationTracking {
      _ = observer.results.count
    } onChange: {
      journal.note()
    }
    return journal
  }

  @Test("Rows that come, go and change are sorted in without a fetch")
  func amended() throws {
    let observer = try observer(#Predicate { $0.rank > 3 }, [SortDescriptor(\.title)])
    try headline(10, in: other).rank = 0
    try headline(2, in: other).rank = 100
    try headline(11, in: other).title = "a"
    other.delete(try headline(12, in: other))
    other.insert(Headline("zzz", rank: 50))
    try other.save()
    let expected = try context.fetch(observer.fetchDescriptor)
    #expect(Array(observer.results) == expected)
    #expect(observer.results.first?.title == "a")
    #expect(observer.query.fetches == 1)
  }

  @Test("A save of what is shown already changes nothing")
  func ownSave() throws {
    let observer = try observer(#Predicate { $0.rank > 3 })
    context.insert(Headline("new", rank: 7))
    try headline(5, in: context).rank = 6
    #expect(observer.results.count == 17)
    let version = observer.query.version
    try context.save()
    #expect(observer.query.version == version)
    #expect(observer.query.fetches == 1)
  }

  @Test("What a condition reads of other objects matters, and nothing else of them")
  func joined() throws {
    let (ada, bea) = (Reporter("Ada", desk: "city"), Reporter("Bea", desk: "world"))
    other.insert(ada)
    other.insert(bea)
    try headline(1, in: other).reporter = ada
    try headline(2, in: other).reporter = bea
    try other.save()
    let observer = try observer(#Predicate { $0.reporter?.desk == "city" })
    #expect(observer.results.map(\.rank) == [1])
    // The save changes no reference and no desk of a referenced reporter.
    other.insert(Reporter("Cleo", desk: "city"))
    ada.name = "Adele"
    try other.save()
    #expect(observer.results.map(\.rank) == [1])
    #expect(observer.query.fetches == 1)
    bea.desk = "city"
    try other.save()
    #expect(observer.results.map(\.rank) == [1, 2])
    #expect(observer.query.fetches == 2)
    // A row whose own reference changes can be sorted in without a fetch.
    try headline(3, in: other).reporter = ada
    try other.save()
    #expect(observer.results.map(\.rank) == [1, 2, 3])
    #expect(observer.query.fetches == 2)
  }

  @Test("A reference that only the deletion empties is noticed")
  func emptied() throws {
    let ada = Reporter("Ada")
    other.insert(ada)
    try other.save()
    let observer = try observer(#Predicate { $0.reporter != nil })
    #expect(observer.results.isEmpty)
    // The deleting context does not know of the headline that another context gives the reporter
    // meanwhile.
    other.delete(ada)
    let third = ModelContext(container)
    let same = try #require(try third.fetch(FetchDescriptor<Reporter>()).first)
    try headline(4, in: third).reporter = same
    try third.save()
    #expect(observer.results.map(\.rank) == [4])
    let shown = observer.results[0]
    try other.save()
    #expect(observer.results.isEmpty)
    #expect(shown.reporter == nil)
  }

  @Test("Of a hundred queries, those ask again whose result changes")
  func hundred() throws {
    let observers = try (0..<100).map { number in
      try observer(#Predicate { $0.rank == number })
    }
    let journals = try observers.map(told)
    let before = context.graph.executions
    other.insert(Headline("new", rank: 30))
    try other.save()
    #expect(observers.map { $0.results.count }.reduce(0, +) == 21)
    #expect(observers[30].results.first?.title == "new")
    #expect(observers.map(\.query.fetches).reduce(0, +) == 100)
    #expect(observers.filter { $0.query.version > 0 }.count == 1)
    // One query loads the new object, for all of them. The store in memory has one connection, so
    // that the statements of the save count too.
    #expect(context.graph.executions - before < 10)
    #expect(journals.count == 100)
  }

  @Test("Too many changes at once are fetched")
  func many() throws {
    let observer = try observer(#Predicate { $0.rank >= 0 })
    for rank in 0..<100 { other.insert(Headline("more", rank: rank)) }
    try other.save()
    #expect(observer.results.count == 120)
    #expect(observer.query.fetches == 2)
  }
}
