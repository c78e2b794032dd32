import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// The contexts that save by themselves, and the times at which they do.
@Suite("Autosave in any context", .timeLimit(.minutes(1)))
struct AutosaveIsolationTests {
  private static func container() throws -> ModelContainer {
    try ModelContainer(
      for: Counter.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  private static func saving(_ container: ModelContainer) -> ModelContext {
    let context = ModelContext(container)
    context.autosaveEnabled = true
    return context
  }

  private static func count(_ container: ModelContainer) throws -> Int {
    try ModelContext(container).fetchCount(FetchDescriptor<Counter>())
  }

  private static func fetch(_ context: ModelContext) throws {
    _ = try context.fetch(FetchDescriptor<Counter>())
    _ = try context.fetchCount(FetchDescriptor<Counter>())
    _ = try context.fetchIdentifiers(FetchDescriptor<Counter>())
  }

  // MARK: On the main actor

  @Test("13.9 A context that was made on the main actor saves at the end of its turn")
  @MainActor
  func mainActor() async throws {
    let container = try Self.container()
    let context = Self.saving(container)
    context.insert(Counter(name: "a"))
    #expect(try Self.count(container) == 0)
    let deadline = ContinuousClock.now + .seconds(1)
    while try Self.count(container) == 0, ContinuousClock.now < deadline { await Task.yield() }
    #expect(try Self.count(container) == 1)
    #expect(!context.hasChanges)
  }

  @Test("13.9 Its objects' observers are told on the main actor")
  @MainActor
  func observers() async throws {
    let container = try Self.container()
    let context = ModelContext(container)
    let counter = Counter(name: "a")
    context.insert(counter)
    try context.save()
    let id = counter.persistentModelID
    let told = Journal()
    withObservationTracking {
      _ = counter.value
    } onChange: {
      told.note("\(isOnMainQueue())")
    }
    try await CounterActor(modelContainer: container).setValue(7, of: id)
    for _ in 0..<2000 where told.count == 0 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(told.entries == ["true"])
    #expect(counter.value == 7)
  }

  @Test("13.9 It does not save inside its own fetch")
  @MainActor
  func fetchOnMainActor() throws {
    let container = try Self.container()
    let context = Self.saving(container)
    context.insert(Counter(name: "a"))
    try Self.fetch(context)
    context.rollback()
    #expect(try Self.count(container) == 0)
  }

  // MARK: In tasks and on threads

  @Test("13.9 Nor does a context that belongs to no actor, however old the change is")
  func fetchElsewhere() async throws {
    let container = try Self.container()
    let context = Self.saving(container)
    context.insert(Counter(name: "a"))
    try await Task.sleep(for: .milliseconds(150))
    try Self.fetch(context)
    context.rollback()
    #expect(try Self.count(container) == 0)
    #expect(!context.hasChanges)
  }

  @Test(
    "13.9 Such a context saves when it is next used a moment later",
    arguments: ["insert", "delete", "assign", "ask", "process"])
  func nextUse(_ use: String) async throws {
    let container = try Self.container()
    let context = Self.saving(container)
    let (first, second) = (Counter(name: "a"), Counter(name: "b"))
    context.insert(first)
    context.insert(second)
    // Not at once.
    first.value = 1
    #expect(try Self.count(container) == 0)
    try await Task.sleep(for: .milliseconds(150))
    switch use {
    case "insert": context.insert(Counter(name: "c"))
    case "delete": context.delete(second)
    case "assign": first.value = 2
    case "ask": #expect(!context.hasChanges)
    default: context.processPendingChanges()
    }
    #expect(try Self.count(container) == 2)
    let stored = try ModelContext(container).fetch(FetchDescriptor<Counter>())
    #expect(stored.map(\.value).max() == 1)
    #expect(context.hasChanges == ["insert", "delete", "assign"].contains(use))
  }

  @Test("13.9 A transaction is not interrupted")
  func transaction() async throws {
    let container = try Self.container()
    let context = Self.saving(container)
    struct Refused: Error {}
    context.insert(Counter(name: "a"))
    #expect(throws: Refused.self) {
      try context.transaction {
        context.insert(Counter(name: "b"))
        Thread.sleep(forTimeInterval: 0.15)
        context.insert(Counter(name: "c"))
        #expect(context.hasChanges)
        throw Refused()
      }
    }
    // A change that was pending before is still pending, and is saved as it would have been.
    #expect(context.insertedModelsArray.count == 1)
    #expect(try Self.count(container) == 0)
    try await Task.sleep(for: .milliseconds(150))
    #expect(!context.hasChanges)
    #expect(try Self.count(container) == 1)
  }

  @Test("13.9 A handler of the save may change objects of the context")
  func handler() async throws {
    let container = try Self.container()
    let context = Self.saving(container)
    let counter = Counter(name: "a")
    context.insert(counter)
    let saves = Journal()
    let values = UncheckedBox(counter)
    let token = NotificationCenter.default.addObserver(
      forName: ModelContext.willSave, object: context, queue: nil
    ) { _ in
      saves.note()
      values.value.value += 1
    }
    try await Task.sleep(for: .milliseconds(150))
    #expect(!context.hasChanges)
    NotificationCenter.default.removeObserver(token)
    #expect(saves.count == 1)
    #expect(try ModelContext(container).fetch(FetchDescriptor<Counter>()).map(\.value) == [1])
  }

  /// A box for an object that a notification brings to the thread that posted it.
  private struct UncheckedBox<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  @Test("13.9 It saves when it is released, at the end of a task or of a block on a queue")
  func release() async throws {
    let container = try Self.container()
    try await Task.detached {
      let context = Self.saving(container)
      context.insert(Counter(name: "task"))
      await Task.yield()
      try Self.fetch(context)
    }.value
    #expect(try Self.count(container) == 1)
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        do {
          let context = Self.saving(container)
          context.insert(Counter(name: "queue"))
        }
        continuation.resume()
      }
    }
    #expect(try Self.count(container) == 2)
    // Without autosave it does not.
    do { ModelContext(container).insert(Counter(name: "dropped")) }
    #expect(try Self.count(container) == 2)
  }

  @Test("13.9 A save that fails at the release is logged, and nothing is written")
  func failure() throws {
    let container = try ModelContainer(
      for: Loan.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    weak var graph: ObjectGraph?
    do {
      let context = Self.saving(container)
      graph = context.graph
      context.insert(Counter(name: "not in the schema"))
      context.insert(Book(title: "b"))
    }
    #expect(graph == nil)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Book>()) == 0)
  }

  // MARK: Contexts that move

  /// An actor that is no model actor, with a context of its own.
  private actor Keeper {
    private let context: ModelContext

    init(_ container: ModelContainer) { context = AutosaveIsolationTests.saving(container) }

    func insert(_ name: String) { context.insert(Counter(name: name)) }
    func count() throws -> Int { try context.fetchCount(FetchDescriptor<Counter>()) }
    var hasChanges: Bool { context.hasChanges }
  }

  @Test("13.9 A context that is made on the main actor and used elsewhere belongs to no actor")
  @MainActor
  func movedAway() async throws {
    let container = try Self.container()
    let keeper = Keeper(container)
    await keeper.insert("a")
    for _ in 0..<50 { await Task.yield() }
    #expect(try Self.count(container) == 0)
    try await Task.sleep(for: .milliseconds(150))
    #expect(await !keeper.hasChanges)
    #expect(try Self.count(container) == 1)
  }

  @Test("13.9 Contexts move away while others save", arguments: [true, false])
  @MainActor
  func moving(_ autosaves: Bool) async throws {
    let container = try Self.container()
    let writer = CounterActor(modelContainer: container)
    let id = try await writer.create("shared")
    let writing = Task { for value in 0..<150 { try await writer.setValue(value, of: id) } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<60 {
        let context = ModelContext(container)
        context.autosaveEnabled = autosaves
        group.addTask {
          context.insert(Counter(name: "\(number)"))
          _ = try context.fetch(FetchDescriptor<Counter>()).map(\.value)
          try context.save()
        }
        await Task.yield()
      }
      try await group.waitForAll()
    }
    try await writing.value
    #expect(try Self.count(container) == 61)
  }
}
