import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("The end of observers")
struct ResultsLifetimeTests {
  private let container: ModelContainer

  init() throws { container = try newsroom() }

  @Test("An observer that is let go of leaves nothing behind")
  func release() throws {
    let context = ModelContext(container)
    weak var observer: ResultsObserver<Headline, Never>?
    weak var query: ResultsQuery<Headline>?
    do {
      let made = try ResultsObserver<Headline, Never>(modelContext: context)
      observer = made
      query = made.query
      context.insert(Headline("a"))
      #expect(made.results.count == 1)
      #expect(context.graph.liveQueries != nil)
    }
    #expect(observer == nil && query == nil)
    #expect(context.graph.liveQueries == nil)
    // Changes are noted no more.
    context.insert(Headline("b"))
    try context.save()
  }

  @Test("A hundred observers come and go")
  func hundred() throws {
    let context = ModelContext(container)
    let other = ModelContext(container)
    var observers = try (0..<100).map { _ in
      try ResultsObserver<Headline, Never>(modelContext: context)
    }
    other.insert(Headline("a"))
    try other.save()
    #expect(observers.allSatisfy { $0.results.count == 1 })
    observers.removeAll { _ in Bool.random() }
    other.insert(Headline("b"))
    try other.save()
    #expect(observers.allSatisfy { $0.results.count == 2 })
    observers = []
    #expect(context.graph.liveQueries == nil)
    other.insert(Headline("c"))
    try other.save()
    #expect(try context.fetchCount(FetchDescriptor<Headline>()) == 3)
  }

  @Test("A context goes with its last observer")
  func context() throws {
    weak var context: ModelContext?
    var observer: ResultsObserver<Headline, Never>?
    do {
      let made = ModelContext(container)
      context = made
      observer = try ResultsObserver(modelContext: made)
    }
    #expect(context != nil)
    #expect(observer?.results.isEmpty == true)
    observer = nil
    #expect(context == nil)
  }

  @Test("A main context's observer goes with what is due for it still due")
  @MainActor
  func dueTurn() async throws {
    weak var observer: ResultsObserver<Headline, Never>?
    do {
      let made = try ResultsObserver<Headline, Never>(modelContext: container.mainContext)
      observer = made
      container.mainContext.insert(Headline("a"))
    }
    #expect(observer == nil)
    await Task.yield()
    #expect(container.mainContext.graph.liveQueries == nil)
  }

  @Test("A sequence ends with its task, and lets go of the observer", arguments: [true, false])
  @MainActor
  func cancellation(_ ofChanges: Bool) async throws {
    weak var observer: ResultsObserver<Headline, Never>?
    let journal = Journal()
    let task: Task<Void, Never>
    do {
      let made = try ResultsObserver<Headline, Never>(modelContext: container.mainContext)
      observer = made
      task = Task {
        if ofChanges {
          for await change in made.changes { journal.note("\(change.results.count)") }
        } else {
          for await results in made.values { journal.note("\(results.count)") }
        }
        journal.note("end")
      }
    }
    #expect(try await eventually { journal.count == 1 })
    #expect(observer != nil)
    container.mainContext.insert(Headline("a"))
    #expect(try await eventually { journal.count == 2 })
    #expect(observer?.query.notice.listenerCount == 1)
    task.cancel()
    await task.value
    #expect(journal.entries == ["0", "1", "end"])
    #expect(observer == nil)
    #expect(container.mainContext.graph.liveQueries == nil)
  }

  @Test("A task that was cancelled before it began gets nothing")
  @MainActor
  func cancelledBefore() async throws {
    let observer = try ResultsObserver<Headline, Never>(modelContext: container.mainContext)
    let task = Task {
      var count = 0
      for await _ in observer.changes { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value == 0)
    #expect(observer.query.notice.listenerCount == 0)
  }

  @Test("An actor is not kept alive by what its observer waits for")
  func actors() async throws {
    actor Watcher {
      var observer: ResultsObserver<Headline, Never>?
      func watch(_ container: ModelContainer) throws {
        observer = try ResultsObserver(modelContainer: container)
      }
    }
    weak var watcher: Watcher?
    do {
      let made = Watcher()
      watcher = made
      try await made.watch(container)
    }
    for _ in 0..<1000 where watcher != nil { try await Task.sleep(for: .milliseconds(1)) }
    #expect(watcher == nil)
  }
}
