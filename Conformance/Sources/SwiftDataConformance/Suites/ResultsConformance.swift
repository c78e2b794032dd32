import Foundation
import SwiftData
import Testing

/// Live results: `ResultsObserver`, its sections, and `HistoryObserver`.
///
/// An observer on a context includes unsaved changes after `processPendingChanges()`. Setting its order or
/// its predicate fetches again. Sections have the order of their first elements, and can be found by their
/// titles.
@Suite("Conformance: observers and sections") @MainActor
struct ResultsConformance {
  private func fill(_ context: ModelContext) throws {
    for (name, height) in [("b1", 1), ("a1", 2), ("a2", 3)] { context.insert(Summit(name, height)) }
    try context.save()
  }

  @Test("Live results", arguments: Stage.allCases)
  func results(stage: Stage) throws {
    try stage.with { context in
      try fill(context)
      let observer = try ResultsObserver<Summit, Never>(
        filterBy: #Predicate { $0.height > 1 }, sortBy: [SortDescriptor(\.name)],
        modelContext: context)
      #expect(observer.results.map(\.name) == ["a1", "a2"])
      #expect(observer.fetchDescriptor.sortBy.count == 1)
      #expect(observer.filterBy != nil)
      #expect(observer.sections == nil)
      #expect(observer.sectionBy == nil)
      #expect(observer.modelContext === context)
      context.insert(Summit("a0", 9))
      context.processPendingChanges()
      #expect(observer.results.map(\.name) == ["a0", "a1", "a2"])
      observer.sortBy = [SortDescriptor(\.name, order: .reverse)]
      #expect(observer.results.map(\.name) == ["a2", "a1", "a0"])
    }
  }

  @Test("Sections", arguments: Stage.allCases)
  func sections(stage: Stage) throws {
    try stage.with { context in
      for (name, year) in [("x", 1), ("y", 2), ("x ", 3)] {
        context.insert(Expedition(name, year))
      }
      for camp in ["low", "high", "low"] { context.insert(Camp(camp)) }
      try context.save()
      let observer = try ResultsObserver<Camp, String>(
        sectionBy: \.name, modelContext: context)
      let sections: SectionedResults<Camp, String> = try #require(observer.sections)
      #expect(sections.sectionTitles == ["high", "low"])
      #expect(sections.contains(sectionTitle: "low"))
      #expect(sections.index(ofSectionTitled: "low") == 1)
      #expect(sections[sectionTitle: "low"]?.count == 2)
      let first: ResultsSection<Camp, String> = sections[0]
      #expect(first.title == "high")
      #expect(first.id == first.title)
      #expect(observer.sectionBy == \Camp.name)
      let path = try #require(observer.indexPath(for: first[0]))
      #expect(observer.element(at: path) === first[0])
    }
  }

  @Test("All initialisers")
  func initialisers() throws {
    let container = try memoryContainer()
    let context = ModelContext(container)
    let descriptor = FetchDescriptor<Camp>()
    typealias Plain = ResultsObserver<Camp, Never>
    typealias Sectioned = ResultsObserver<Camp, String>
    let plain = [
      try Plain(modelContext: context),
      try Plain(fetchDescriptor: descriptor, modelContext: context, isolation: MainActor.shared),
      try Plain(filterBy: nil, sortBy: nil, modelContext: context),
      try Plain(fetchDescriptor: descriptor, modelContainer: container),
      try Plain(filterBy: nil, sortBy: nil, modelContainer: container),
    ]
    let name: KeyPath<Camp, String> = \.name
    let home: KeyPath<Camp, String?> = \.expedition?.name
    let sectioned = [
      try Sectioned(fetchDescriptor: descriptor, sectionBy: name, modelContext: context),
      try Sectioned(filterBy: nil, sortBy: nil, sectionBy: name, modelContext: context),
      try Sectioned(fetchDescriptor: descriptor, sectionBy: name, modelContainer: container),
      try Sectioned(filterBy: nil, sortBy: nil, sectionBy: name, modelContainer: container),
      try Sectioned(fetchDescriptor: descriptor, sectionBy: home, modelContext: context),
      try Sectioned(filterBy: nil, sortBy: nil, sectionBy: home, modelContext: context),
      try Sectioned(fetchDescriptor: descriptor, sectionBy: home, modelContainer: container),
      try Sectioned(filterBy: nil, sortBy: nil, sectionBy: home, modelContainer: container),
    ]
    #expect(plain.allSatisfy { $0.results.isEmpty && !$0.debugDescription.isEmpty })
    #expect(sectioned.allSatisfy { $0.sections?.isEmpty == true })
  }

  @Test("Observing history")
  func history() async throws {
    let container = try memoryContainer()
    let observer = try HistoryObserver(
      historyTokens: nil, observedModels: [Summit.self], authors: ["me"],
      modelContainer: container)
    #expect(observer.modelContainer == container)
    #expect(observer.observedModels.count == 1)
    #expect(observer.authors == ["me"])
    let before = observer.eventCounter
    let context = ModelContext(container)
    context.author = "me"
    try context.add(Summit("Ober Gabelhorn"))
    for _ in 0..<1000 where observer.eventCounter == before { await Task.yield() }
    #expect(observer.eventCounter == before + 1)
  }
}
