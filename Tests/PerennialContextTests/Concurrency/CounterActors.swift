import SwiftData

@testable import Fixtures

// Models and model actors of the tests of concurrency.

@Model
final class Counter {
  @Attribute(.unique) var name: String
  var value: Int = 0
  @Relationship(deleteRule: .cascade, inverse: \CounterStep.counter) var steps: [CounterStep] = []

  init(name: String) { self.name = name }
}

@Model
final class CounterStep {
  var number: Int
  var counter: Counter?

  init(number: Int, counter: Counter? = nil) {
    self.number = number
    self.counter = counter
  }
}

@ModelActor
actor CounterActor {
  private var calls = 0

  var isOnMainActor: Bool { isOnMainQueue() }
  var contextIdentity: ObjectIdentifier { ObjectIdentifier(modelContext) }

  func create(_ name: String) throws -> PersistentIdentifier {
    let counter = Counter(name: name)
    modelContext.insert(counter)
    try modelContext.save()
    return counter.persistentModelID
  }

  /// Adds steps to a counter, saving after each.
  func addSteps(_ numbers: Range<Int>, to id: PersistentIdentifier) throws {
    for number in numbers {
      guard let counter = self[id, as: Counter.self] else { return }
      modelContext.insert(CounterStep(number: number, counter: counter))
      try modelContext.save()
    }
  }

  func setValue(_ value: Int, of id: PersistentIdentifier) throws {
    self[id, as: Counter.self]?.value = value
    try modelContext.save()
  }

  func value(of id: PersistentIdentifier) -> Int? { self[id, as: Counter.self]?.value }

  func stepCount() throws -> Int { try modelContext.fetchCount(FetchDescriptor<CounterStep>()) }

  func delete(_ id: PersistentIdentifier) throws {
    if let counter = self[id, as: Counter.self] { modelContext.delete(counter) }
    try modelContext.save()
  }

  /// Reads everything, again and again, while others write.
  func read(_ times: Int) async throws -> Int {
    var seen = 0
    for _ in 0..<times {
      for counter in try modelContext.fetch(FetchDescriptor<Counter>()) {
        seen += counter.steps.reduce(0) { $0 + ($1.counter === counter ? 1 : 1000) }
        seen += counter.name.count
      }
      await Task.yield()
    }
    return seen
  }

  func checkIsolation() -> Bool {
    calls += 1
    preconditionIsolated()
    return assumeIsolated { $0.calls > 0 }
  }
}

/// A `ModelActor` that is written by hand.
actor ManualCounterActor: ModelActor {
  nonisolated let modelContainer: ModelContainer
  nonisolated let modelExecutor: any ModelExecutor

  init(_ container: ModelContainer) {
    modelContainer = container
    let context = ModelContext(container)
    context.autosaveEnabled = false
    modelExecutor = DefaultSerialModelExecutor(modelContext: context)
  }

  var isOnMainActor: Bool { isOnMainQueue() }

  func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Counter>()) }
}
