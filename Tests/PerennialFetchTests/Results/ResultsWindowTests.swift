import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Windows on long results")
struct ResultsWindowTests {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  private func context(_ kind: StoreKind, rows: Int) throws -> ModelContext {
    let container = try newsroom(in: kind == .file ? directory : nil)
    let writer = ModelContext(container)
    for rank in 0..<rows {
      let headline = Headline("title \(rank)", rank: rank)
      headline.reporter = rank.isMultiple(of: 10) ? Reporter("reporter \(rank)") : nil
      writer.insert(headline)
    }
    try writer.save()
    return ModelContext(container)
  }

  private func live(_ context: ModelContext) throws -> Int {
    try context.graph.table(of: Headline.self).map.count
  }

  @Test("Who goes through a long list holds three batches of it", arguments: StoreKind.allCases)
  func memory(_ kind: StoreKind) throws {
    let context = try context(kind, rows: 1000)
    let observer = try ResultsObserver<Headline, Never>(
      sortBy: [SortDescriptor(\.rank, order: .reverse)],
      modelContext: context
    )
    observer.batchSize = 20
    #expect(try live(context) == 0)
    let results = observer.results
    for (offset, headline) in results.enumerated() {
      #expect(headline.rank == 999 - offset)
      #expect(try live(context) <= 61)
    }
  }

  @Test("A batch is one query", arguments: StoreKind.allCases)
  func queries(_ kind: StoreKind) throws {
    let context = try context(kind, rows: 200)
    let observer = try ResultsObserver<Headline, Never>(modelContext: context)
    observer.batchSize = 20
    let before = context.graph.executions
    #expect(observer.results[30].rank == 30)
    #expect(observer.results[39].rank == 39)
    #expect(observer.results[20].rank == 20)
    #expect(context.graph.executions == before + 1)
    #expect(observer.results[19].rank == 19)
    #expect(context.graph.executions == before + 2)
  }

  @Test("A batch size is at least one")
  func smallest() throws {
    let observer = try ResultsObserver<Headline, Never>(
      modelContext: try context(.memory, rows: 3)
    )
    observer.batchSize = -4
    #expect(observer.batchSize == 1)
    #expect(observer.results.map(\.rank) == [0, 1, 2])
  }

  @Test("A change of one row of a long list loads a handful of objects")
  func amendment() throws {
    let context = try context(.memory, rows: 1000)
    let observer = try ResultsObserver<Headline, Never>(
      sortBy: [SortDescriptor(\.rank)],
      modelContext: context
    )
    let other = ModelContext(context.container)
    other.insert(Headline("in between", rank: 500))
    try other.save()
    let before = context.graph.executions
    #expect(observer.results.count == 1001)
    #expect(context.graph.executions - before < 15)
    #expect(observer.query.fetches == 1)
    #expect(observer.results[501].title == "in between")
  }

  @Test("Properties and relationships are loaded as the descriptor says")
  func descriptor() throws {
    let context = try context(.memory, rows: 100)
    var descriptor = FetchDescriptor<Headline>(sortBy: [SortDescriptor(\.rank)])
    descriptor.propertiesToFetch = [\.title]
    descriptor.relationshipKeyPathsForPrefetching = [\.reporter]
    let observer = try ResultsObserver<Headline, Never>(
      fetchDescriptor: descriptor,
      modelContext: context
    )
    let first = observer.results[0]
    #expect(first._$header.pointee.state.contains(.stale))
    #expect((first.title, first.rank) == ("title 0", 0))
    let batched = try context.fetch(
      {
        descriptor.includePendingChanges = false
        return descriptor
      }(),
      batchSize: 50
    )
    #expect(batched[99].title == "title 99")
    let before = context.graph.executions
    for headline in batched where headline.rank.isMultiple(of: 10) {
      #expect(headline.reporter?.name == "reporter \(headline.rank)")
    }
    // Two batches with their reporters, and the rest of the objects' properties.
    #expect(context.graph.executions - before < 12)
  }
}
