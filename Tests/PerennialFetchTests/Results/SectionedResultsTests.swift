import Foundation
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Sectioned results")
@MainActor
struct SectionedResultsTests {
  private let container: ModelContainer
  private var context: ModelContext { container.mainContext }

  init() throws {
    container = try newsroom()
    context.autosaveEnabled = false
  }

  private func publish(_ categories: String...) throws {
    for (rank, category) in categories.enumerated() {
      context.insert(Headline("title \(rank)", category: category, rank: rank))
    }
    try context.save()
  }

  private func observer(
    _ sortBy: [SortDescriptor<Headline>] = [SortDescriptor(\.rank)]
  ) throws -> ResultsObserver<Headline, String> {
    try ResultsObserver(sortBy: sortBy, sectionBy: \.category, modelContext: context)
  }

  private func ranks(_ observer: ResultsObserver<Headline, String>) -> [String: [Int]] {
    Dictionary(
      uniqueKeysWithValues: (observer.sections.map { Array($0) } ?? []).map {
        ($0.title, $0.map(\.rank))
      }
    )
  }

  @Test("Sections come in the order of their titles, elements in the order asked for")
  func order() throws {
    try publish("sport", "arts", "news", "arts", "sport")
    let observer = try observer()
    #expect(observer.sections?.sectionTitles == ["arts", "news", "sport"])
    #expect(ranks(observer) == ["arts": [1, 3], "news": [2], "sport": [0, 4]])
    #expect(observer.results.map(\.rank) == [1, 3, 2, 0, 4])
    #expect(observer.fetchDescriptor.sortBy.count == 2)
    #expect(observer.sortBy == [SortDescriptor(\.rank)])
    observer.sortBy = [SortDescriptor(\.rank, order: .reverse)]
    #expect(ranks(observer) == ["arts": [3, 1], "news": [2], "sport": [4, 0]])
  }

  @Test("An order that begins with the section's property decides its direction")
  func reverse() throws {
    try publish("a", "b", "b")
    let observer = try observer([SortDescriptor(\.category, order: .reverse)])
    #expect(observer.sections?.sectionTitles == ["b", "a"])
    #expect(observer.fetchDescriptor.sortBy.count == 1)
  }

  @Test("A section is found by its title")
  func lookUp() throws {
    try publish("a", "b", "a")
    let sections = try #require(try observer().sections)
    #expect(sections.count == 2)
    #expect(sections[sectionTitle: "a"]?.map(\.rank) == [0, 2])
    #expect(sections[sectionTitle: "z"] == nil)
    #expect(sections.contains(sectionTitle: "b"))
    #expect(!sections.contains(sectionTitle: "z"))
    #expect(sections.index(ofSectionTitled: "b") == 1)
    #expect(sections.index(ofSectionTitled: "z") == nil)
    #expect(sections.map(\.id) == ["a", "b"])
    for section in sections { #expect(section.first?.category == section.title) }
  }

  @Test("Nil and the empty string are one section")
  func optional() throws {
    for (rank, kicker) in ["b", nil, "", "a", nil].enumerated() {
      let headline = Headline("title", rank: rank)
      headline.kicker = kicker
      context.insert(headline)
    }
    let observer = try ResultsObserver<Headline, String>(
      sortBy: [SortDescriptor(\.rank)],
      sectionBy: \.kicker,
      modelContext: context
    )
    #expect(observer.sections?.sectionTitles == ["", "a", "b"])
    // The order is that of the property, in which nil comes first.
    #expect(ranks(observer)[""] == [1, 4, 2])
    try context.save()
    #expect(ranks(observer)[""] == [1, 4, 2])
  }

  @Test("Titles that differ in case or accents are different sections")
  func similarTitles() throws {
    try publish("é", "e", "E", "e", "É", "é")
    let observer = try observer()
    #expect(Set(observer.sections?.sectionTitles ?? []) == ["e", "E", "é", "É"])
    #expect(observer.sections?.count == 4)
    #expect(ranks(observer)["é"] == [0, 5])
  }

  @Test("A change moves elements between sections, which come and go")
  func moves() throws {
    try publish("a", "b", "a")
    let observer = try observer()
    let first = try #require(observer.results.first)
    first.category = "c"
    context.processPendingChanges()
    #expect(ranks(observer) == ["a": [2], "b": [1], "c": [0]])
    first.category = "b"
    context.processPendingChanges()
    #expect(ranks(observer) == ["a": [2], "b": [0, 1]])
    #expect(observer.query.fetches == 1)
    context.delete(try #require(observer.sections?[sectionTitle: "a"]?.first))
    context.processPendingChanges()
    #expect(observer.sections?.sectionTitles == ["b"])
  }

  @Test("The title may be a property of a related object")
  func related() throws {
    let (ada, bea) = (Reporter("Ada"), Reporter("Bea"))
    for (rank, reporter) in [bea, ada, nil, ada].enumerated() {
      let headline = Headline("title", rank: rank)
      context.insert(headline)
      headline.reporter = reporter
    }
    try context.save()
    let observer = try ResultsObserver<Headline, String>(
      sortBy: [SortDescriptor(\.rank)],
      sectionBy: \.reporter?.name,
      modelContext: context
    )
    #expect(ranks(observer) == ["": [2], "Ada": [1, 3], "Bea": [0]])
    bea.name = "Ada"
    context.processPendingChanges()
    #expect(ranks(observer) == ["": [2], "Ada": [0, 1, 3]])
    try context.save()
    #expect(ranks(observer) == ["": [2], "Ada": [0, 1, 3]])
  }

  @Test("The title may be computed")
  func computed() throws {
    try publish("a", "b", "a")
    let observer = try ResultsObserver<Headline, String>(
      sectionBy: \.shout,
      modelContext: context
    )
    #expect(observer.sections?.sectionTitles == ["TITLE 0", "TITLE 1", "TITLE 2"])
    observer.results[0].title = "title 2"
    context.processPendingChanges()
    #expect(observer.sections?.map(\.count) == [1, 2])
  }

  @Test("Index paths lead to elements and back")
  func indexPaths() throws {
    try publish("b", "a", "b", "c")
    let observer = try observer()
    let sections = try #require(observer.sections)
    for section in sections.indices {
      for item in sections[section].indices {
        let path = IndexPath(item: item, section: section)
        let element = sections[section][item]
        #expect(observer.element(at: path) === element)
        #expect(observer.indexPath(for: element) == path)
      }
    }
    #expect(observer.element(at: IndexPath(item: 2, section: 1)) == nil)
    #expect(observer.element(at: IndexPath(item: 0, section: 3)) == nil)
    #expect(observer.element(at: IndexPath(item: -1, section: 0)) == nil)
    #expect(observer.element(at: IndexPath()) == nil)
    #expect(observer.element(at: [0, 0, 0]) == nil)
    #expect(observer.indexPath(for: Headline("not inserted")) == nil)
    let elsewhere = try ModelContext(container).fetch(FetchDescriptor<Headline>())
    #expect(observer.indexPath(for: elsewhere[0]) == nil)

    let flat = try ResultsObserver<Headline, Never>(modelContext: context)
    #expect(flat.element(at: [0, 0]) == nil)
    #expect(flat.indexPath(for: flat.results[0]) == nil)
  }

  @Test("Index paths have a section and an item")
  func indexPathProperties() {
    var path = IndexPath(item: 3, section: 2)
    #expect((path.section, path.item) == (2, 3))
    #expect(path == [2, 3])
    path.item = 5
    path.section = 1
    #expect(path == [1, 5])
    var empty = IndexPath()
    #expect((empty.section, empty.item) == (0, 0))
    empty.item = 1
    #expect(empty == [0, 1])
  }

  @Test("Sections are equal if their rows are")
  func equality() throws {
    try publish("a", "b")
    let (one, two) = (try observer(), try observer())
    #expect(one.sections == two.sections)
    #expect(one.sections?[0] == two.sections?[0])
    #expect(one.sections?[0] != two.sections?[1])
    let before = one.sections
    one.results[0].title = "other"
    context.processPendingChanges()
    #expect(one.sections == before)
    one.results[0].category = "c"
    context.processPendingChanges()
    #expect(one.sections != before)
  }

  @Test("Sections that are set are shown until the next change")
  func replaced() throws {
    try publish("a", "b")
    let observer = try observer()
    let other = try ResultsObserver<Headline, String>(
      filterBy: #Predicate { $0.category == "b" },
      sectionBy: \.category,
      modelContext: context
    )
    observer.sections = other.sections
    #expect(observer.sections?.sectionTitles == ["b"])
    observer.results = try ResultsObserver<Headline, Never>(
      filterBy: #Predicate { $0.category == "a" },
      modelContext: context
    ).results
    #expect(observer.sections?.sectionTitles == ["a"])
    context.insert(Headline("c", category: "c"))
    context.processPendingChanges()
    #expect(observer.sections?.sectionTitles == ["a", "b", "c"])
  }
}
