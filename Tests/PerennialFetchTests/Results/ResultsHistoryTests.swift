import Foundation
import RandomTesting
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Live queries through random histories")
struct ResultsHistoryTests {
  private static let seeds =
    TestSeeds.only.map { [$0] } ?? TestSeeds.some(TestAmount.resultsHistories.count)

  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  /// Queries of every kind: by what they read, how they are ordered, cut and divided.
  private struct Queries {
    var flat: [FollowedQuery<Never>] = []
    var sectioned: [FollowedQuery<String>] = []

    func check(follows: Bool) throws {
      for query in flat { try query.check(follows: follows) }
      for query in sectioned { try query.check(follows: follows) }
    }
  }

  private func queries(
    _ context: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws -> Queries {
    var queries = Queries()
    func add(
      _ name: String,
      _ predicate: Predicate<Headline>? = nil,
      _ sortBy: [SortDescriptor<Headline>] = [],
      _ change: (inout FetchDescriptor<Headline>) -> Void = { _ in }
    ) throws {
      var descriptor = FetchDescriptor(predicate: predicate, sortBy: sortBy)
      change(&descriptor)
      let observer = try ResultsObserver<Headline, Never>(
        fetchDescriptor: descriptor,
        modelContext: context
      )
      observer.batchSize = 3
      queries.flat.append(FollowedQuery(name, observer))
    }
    let byRank = [SortDescriptor(\Headline.rank), SortDescriptor(\Headline.title)]
    try add("all")
    try add("by rank", nil, byRank)
    try add("visible", #Predicate { !$0.isHidden }, [SortDescriptor(\.published, order: .reverse)])
    try add("by title", #Predicate { $0.rank > 10 }, [SortDescriptor(\.title, order: .reverse)])
    try add("first five", #Predicate { $0.rank > 5 }, byRank) { $0.fetchLimit = 5 }
    try add("first fifteen", nil, [SortDescriptor(\.published)]) { $0.fetchLimit = 15 }
    try add("the next", nil, byRank) {
      $0.fetchLimit = 4
      $0.fetchOffset = 3
    }
    try add("stored", #Predicate { $0.rank < 20 }, byRank) { $0.includePendingChanges = false }
    try add("of the city", #Predicate { $0.reporter?.desk == "city" }, byRank)
    try add("by reporter", nil, [SortDescriptor(\.reporter?.name), SortDescriptor(\.rank)])
    try add("on war", #Predicate { $0.keywords.contains { $0.word == "war" } }, byRank)
    try add("in memory", #Predicate { $0.shout.contains("1") }, byRank)
    func addSectioned(_ name: String, _ observer: ResultsObserver<Headline, String>) {
      observer.batchSize = 2
      queries.sectioned.append(FollowedQuery(name, observer))
    }
    addSectioned("by category", try ResultsObserver(sectionBy: \.category, modelContext: context))
    addSectioned(
      "by kicker",
      try ResultsObserver(
        filterBy: #Predicate { $0.rank < 25 },
        sortBy: byRank,
        sectionBy: \.kicker,
        modelContext: context
      )
    )
    var first = FetchDescriptor<Headline>(sortBy: byRank)
    first.fetchLimit = 8
    addSectioned(
      "the first by category",
      try ResultsObserver(
        fetchDescriptor: first, sectionBy: \.category, modelContext: context))
    return queries
  }

  private func container(_ kind: StoreKind) throws -> ModelContainer {
    try newsroom(in: kind == .file ? directory : nil)
  }

  private func run(
    _ kind: StoreKind,
    seed: UInt64,
    steps: Int,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let container = try container(kind)
    let context = ModelContext(container)
    var history = NewsroomHistory(container, context, seed: seed)
    try history.prepare()
    let queries = try queries(context)
    var random = SeededGenerator(seed: ~seed)
    for step in 0..<steps {
      do {
        try history.step()
        // Several changes between two looks are as right as one.
        if random.chance(0.3) { continue }
        if isolation != nil {
          // The end of a turn, by itself or on request.
          if random.chance(0.2) { await turn(of: context) } else { context.processPendingChanges() }
        }
        try queries.check(follows: random.chance(0.7))
      } catch {
        let last = history.log.suffix(20).joined(separator: ", ")
        throw NewsroomHistory.Difference(
          description: "seed \(seed), \(kind), step \(step), after \(last): \(error)"
        )
      }
    }
  }

  /// Waits until what is due at the end of the turn is done.
  private func turn(
    of context: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    while context.graph.liveQueries?.hasUnprocessedChanges == true
      || context.graph.inbox.hasRemoteChanges
    {
      await Task.yield()
    }
  }

  @Test(
    "Whatever happens, results, sections and changes are those of a fetch",
    arguments: StoreKind.allCases,
    seeds
  )
  func nobodys(_ kind: StoreKind, seed: UInt64) async throws {
    try await run(kind, seed: seed, steps: 120)
  }

  @Test(
    "The same in a context of the main actor",
    arguments: StoreKind.allCases,
    seeds
  )
  @MainActor
  func mainActor(_ kind: StoreKind, seed: UInt64) async throws {
    try await run(kind, seed: seed, steps: 120)
  }
}
