import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Concurrency of live queries", .timeLimit(.minutes(2)))
struct ResultsConcurrencyTests {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  private func container(_ kind: StoreKind) throws -> ModelContainer {
    try newsroom(in: kind == .file ? directory : nil)
  }

  /// Several actors publish, rename and withdraw.
  private func write(_ container: ModelContainer) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let desk = NewsDesk(modelContainer: container)
          try await desk.publish(writer * 10..<writer * 10 + 10)
          for number in 0..<10 {
            let id = try await desk.publish("passing", rank: -number)
            try await desk.rename(id, "passed")
            if number.isMultiple(of: 2) { try await desk.withdraw(id) }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private func stored(_ container: ModelContainer) throws -> [Int] {
    try ModelContext(container).fetch(FetchDescriptor<Headline>()).map(\.rank).sorted()
  }

  @Test("The main actor follows what model actors save", arguments: StoreKind.allCases)
  @MainActor
  func mainActor(_ kind: StoreKind) async throws {
    let container = try container(kind)
    let observer = try ResultsObserver<Headline, Never>(
      sortBy: [SortDescriptor(\.rank)],
      modelContext: container.mainContext
    )
    let screen = Screen()
    let following = Task {
      for await change in observer.changes {
        change.offsets.apply(to: &screen.titles) { change.results[$0].title }
      }
    }
    try await write(container)
    let expected = try stored(container)
    // As many there were before, too: one that has gone since, and was shown, and not the last.
    #expect(
      try await eventually {
        observer.results.map(\.rank) == expected && screen.titles == observer.results.map(\.title)
      })
    #expect(!screen.titles.contains { $0 == "passing" || $0.isEmpty })
    #expect(expected.count == 60)
    following.cancel()
    await following.value
  }

  @MainActor
  private final class Screen { var titles: [String] = [] }

  @Test("So does an actor of any kind, and a task of none", arguments: StoreKind.allCases)
  func others(_ kind: StoreKind) async throws {
    let container = try container(kind)
    let (plain, model) = (Follower(), ModelFollower(modelContainer: container))
    async let first = plain.follow(container, until: 60)
    async let second = model.follow(until: 60)
    async let third = followFromNowhere(container, until: 60)
    try await write(container)
    #expect(try await first == 60)
    #expect(try await second == 60)
    #expect(try await third == 60)
  }

  private actor Follower {
    func follow(_ container: ModelContainer, until count: Int) async throws -> Int {
      let observer = try ResultsObserver<Headline, Never>(modelContainer: container)
      for await results in observer.values {
        preconditionIsolated()
        if results.count == count { return results.count }
      }
      return 0
    }
  }

  @ModelActor
  fileprivate actor ModelFollower {
    func follow(until count: Int) async throws -> Int {
      let observer = try ResultsObserver<Headline, Never>(modelContext: modelContext)
      for await change in observer.changes {
        preconditionIsolated()
        let titles = change.results.map(\.title)
        if titles.count == count, !titles.contains("passing") { return count }
      }
      return 0
    }
  }

  private func followFromNowhere(
    _ container: ModelContainer,
    until count: Int
  ) async throws -> Int {
    let observer = try ResultsObserver<Headline, Never>(modelContainer: container)
    for await results in observer.values where results.count == count { return count }
    return 0
  }

  @Test("Whoever observes a context of nobody is told by whoever saves")
  func toldFromElsewhere() async throws {
    let container = try container(.memory)
    let observer = try ResultsObserver<Headline, Never>(modelContainer: container)
    let journal = Journal()
    withObservationTracking {
      _ = observer.results.count
    } onChange: {
      journal.note()
    }
    try await NewsDesk(modelContainer: container).publish("news")
    #expect(journal.count == 1)
    #expect(observer.results.map(\.title) == ["news"])
  }

  @Test("A hundred observers of the main actor follow at once")
  @MainActor
  func hundred() async throws {
    let container = try container(.memory)
    let observers = try (0..<100).map { number in
      try ResultsObserver<Headline, Never>(
        filterBy: #Predicate { $0.rank >= number },
        modelContext: container.mainContext
      )
    }
    try await NewsDesk(modelContainer: container).publish(0..<100)
    #expect(try await eventually { observers[0].results.count == 100 })
    for (number, observer) in observers.enumerated() {
      #expect(observer.results.count == 100 - number)
    }
  }
}
