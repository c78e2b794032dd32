import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

// MARK: What works concurrently

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

// MARK: The tests

@Suite("Concurrency", .timeLimit(.minutes(2)))
struct ConcurrencyTests {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  private func container(_ kind: StoreKind) throws -> ModelContainer {
    try ModelContainer(
      for: Counter.self,
      configurations: kind == .file
        ? ModelConfiguration(url: directory.file("counters.store"))
        : ModelConfiguration(isStoredInMemoryOnly: true)
    )
  }

  // MARK: Actors

  @Test(
    "Several model actors write one store at once, and lose nothing",
    arguments: StoreKind.allCases
  )
  func writers(_ kind: StoreKind) async throws {
    let container = try container(kind)
    let shared = try await CounterActor(modelContainer: container).create("shared")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<6 {
        group.addTask {
          let actor = CounterActor(modelContainer: container)
          let own = try await actor.create("own \(writer)")
          try await actor.addSteps(writer * 20..<writer * 20 + 20, to: shared)
          try await actor.addSteps(1000..<1005, to: own)
          try await actor.setValue(writer, of: own)
        }
      }
      for _ in 0..<3 {
        group.addTask { _ = try await CounterActor(modelContainer: container).read(20) }
      }
      try await group.waitForAll()
    }
    let context = ModelContext(container)
    let counters = try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\Counter.name)]))
    #expect(counters.map(\.name) == (0..<6).map { "own \($0)" } + ["shared"])
    #expect(counters.dropLast().map(\.value) == Array(0..<6))
    #expect(counters.last?.steps.map(\.number).sorted() == Array(0..<120))
    #expect(try context.fetchCount(FetchDescriptor<CounterStep>()) == 150)
  }

  @Test("The main context follows several model actors", arguments: StoreKind.allCases)
  @MainActor
  func mainContextFollows(_ kind: StoreKind) async throws {
    let container = try container(kind)
    let actors = (0..<4).map { _ in CounterActor(modelContainer: container) }
    var counters: [Counter] = []
    for number in 0..<4 {
      let id = try await actors[number].create("\(number)")
      counters.append(try #require(container.mainContext.model(for: id) as? Counter))
    }
    let identifiers = counters.map(\.persistentModelID)
    let told = Journal()
    for counter in counters {
      withObservationTracking {
        _ = counter.value
      } onChange: {
        told.note()
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for (actor, id) in zip(actors, identifiers) {
        group.addTask {
          for value in 1...25 { try? await actor.setValue(value, of: id) }
        }
      }
      // The main actor reads all the while; values only grow.
      var last = [0, 0, 0, 0]
      for _ in 0..<50 {
        let now = counters.map(\.value)
        for (before, after) in zip(last, now) { #expect(before <= after) }
        last = now
        await Task.yield()
      }
    }
    #expect(counters.map(\.value) == [25, 25, 25, 25] as [Int])
    #expect(told.count == 4)
  }

  @Test("A model actor runs off the main actor, wherever it was made")
  @MainActor
  func offTheMainActor() async throws {
    let container = try container(.memory)
    #expect(isOnMainQueue())
    #expect(await !CounterActor(modelContainer: container).isOnMainActor)
    #expect(await !ManualCounterActor(container).isOnMainActor)
    let elsewhere = await Task.detached { CounterActor(modelContainer: container) }.value
    #expect(await !elsewhere.isOnMainActor)
    #expect(try await ManualCounterActor(container).count() == 0)
  }

  @Test("A model actor's own isolation can be checked")
  func isolation() async throws {
    let actor = CounterActor(modelContainer: try container(.memory))
    for _ in 0..<100 { #expect(await actor.checkIsolation()) }
    let executor = try #require(actor.modelExecutor as? DefaultSerialModelExecutor)
    #expect(executor.isIsolatingCurrentContext() == false)
    #expect(await actor.contextIdentity == ObjectIdentifier(executor.modelContext))
  }

  @Test("Two actors' contexts are two, and an actor keeps its own")
  func ownContexts() async throws {
    let container = try container(.memory)
    let (one, other) = (
      CounterActor(modelContainer: container), CounterActor(modelContainer: container)
    )
    let first = await one.contextIdentity
    #expect(await one.contextIdentity == first)
    #expect(await other.contextIdentity != first)
  }

  @Test("Actors that live for one call", arguments: StoreKind.allCases)
  func briefActors(_ kind: StoreKind) async throws {
    let container = try container(kind)
    let id = try await CounterActor(modelContainer: container).create("brief")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for value in 0..<40 {
        group.addTask {
          try await CounterActor(modelContainer: container).setValue(value, of: id)
          _ = await CounterActor(modelContainer: container).value(of: id)
        }
      }
      try await group.waitForAll()
    }
    let value = await CounterActor(modelContainer: container).value(of: id)
    #expect((0..<40).contains(value ?? -1))
  }

  @Test("An object deleted by one actor is missing in the other", arguments: StoreKind.allCases)
  func deletions(_ kind: StoreKind) async throws {
    let container = try container(kind)
    let (one, other) = (
      CounterActor(modelContainer: container), CounterActor(modelContainer: container)
    )
    for round in 0..<20 {
      let id = try await one.create("\(round)")
      try await other.addSteps(0..<3, to: id)
      #expect(try await one.stepCount() == 3)
      try await one.delete(id)
      #expect(await other.value(of: id) == nil)
      #expect(try await other.stepCount() == 0)
    }
  }

  // MARK: Contexts in tasks

  @Test("Twenty contexts in a task group insert, save and fetch", arguments: StoreKind.allCases)
  func twentyContexts(_ kind: StoreKind) async throws {
    let container = try container(kind)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<20 {
        group.addTask {
          let context = ModelContext(container)
          for round in 0..<10 {
            let counter = Counter(name: "\(task).\(round)")
            context.insert(counter)
            counter.steps = (0..<3).map { CounterStep(number: $0) }
            try context.save()
            let prefix = "\(task)."
            let found = try context.fetch(
              FetchDescriptor<Counter>(predicate: #Predicate { $0.name.starts(with: prefix) })
            )
            guard found.count == round + 1 else { return -1 }
            for counter in found where counter.steps.count != 3 { return -2 }
          }
          return try context.fetchCount(FetchDescriptor<Counter>())
        }
      }
      for try await count in group { #expect((10...200).contains(count)) }
    }
    let context = ModelContext(container)
    #expect(try context.fetchCount(FetchDescriptor<Counter>()) == 200)
    #expect(try context.fetchCount(FetchDescriptor<CounterStep>()) == 600)
  }

  @Test("A fetch sees whole saves only, while others save", arguments: StoreKind.allCases)
  func wholeSaves(_ kind: StoreKind) async throws {
    let container = try container(kind)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        let context = ModelContext(container)
        for round in 0..<60 {
          // Always ten at a time.
          for number in 0..<10 { context.insert(CounterStep(number: round * 10 + number)) }
          try context.save()
        }
      }
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<60 {
            let context = ModelContext(container)
            let count = try context.fetchCount(FetchDescriptor<CounterStep>())
            let steps = try context.fetch(FetchDescriptor<CounterStep>())
            #expect(count % 10 == 0)
            #expect(steps.count % 10 == 0)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("Contexts that live long merge what the others save", arguments: StoreKind.allCases)
  func longLivedReaders(_ kind: StoreKind) async throws {
    let container = try container(kind)
    let names = (0..<5).map { "\($0)" }
    let setUp = ModelContext(container)
    for name in names { setUp.insert(Counter(name: name)) }
    try setUp.save()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for name in names {
        group.addTask {
          let context = ModelContext(container)
          let counter = try #require(
            try context.fetch(
              FetchDescriptor<Counter>(predicate: #Predicate { $0.name == name })
            ).first
          )
          for value in 1...40 {
            counter.value = value
            try context.save()
          }
        }
      }
      for _ in 0..<3 {
        group.addTask {
          let context = ModelContext(container)
          let counters = try context.fetch(FetchDescriptor<Counter>())
          var last = counters.map(\.value)
          for _ in 0..<200 {
            let now = counters.map(\.value)
            for (before, after) in zip(last, now) { #expect(before <= after) }
            last = now
            await Task.yield()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(
      try ModelContext(container).fetch(FetchDescriptor<Counter>()).map(\.value)
        == Array(repeating: 40, count: 5)
    )
    let values = try setUp.fetch(FetchDescriptor<Counter>()).map(\.value)
    #expect(values == Array(repeating: 40, count: 5))
  }

  @Test("A unique value that all tasks insert is one row", arguments: StoreKind.allCases)
  func upserts(_ kind: StoreKind) async throws {
    let container = try container(kind)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<10 {
        group.addTask {
          for round in 0..<10 {
            let context = ModelContext(container)
            let counter = Counter(name: "one")
            counter.value = task * 10 + round
            context.insert(counter)
            try context.save()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Counter>()) == 1)
  }

  @Test("Containers are made, shared and dropped by many tasks")
  func manyContainers() async throws {
    let url = directory.file("many.store")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<12 {
        group.addTask {
          let container = try ModelContainer(
            for: Counter.self,
            configurations: ModelConfiguration(url: url)
          )
          let context = ModelContext(container)
          context.insert(Counter(name: "\(task)"))
          try context.save()
        }
      }
      try await group.waitForAll()
    }
    let container = try ModelContainer(
      for: Counter.self,
      configurations: ModelConfiguration(url: url)
    )
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Counter>()) == 12)
  }

  @Test("Erasing while others read and write")
  func erasing() async throws {
    let container = try container(.file)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          let context = ModelContext(container)
          for round in 0..<20 {
            context.insert(Counter(name: "\(task).\(round)"))
            try context.save()
            _ = try context.fetch(FetchDescriptor<Counter>()).map(\.name)
          }
        }
      }
      group.addTask {
        for _ in 0..<10 {
          try container.erase()
          await Task.yield()
        }
      }
      try await group.waitForAll()
    }
    try container.erase()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Counter>()) == 0)
  }

  // MARK: Observation

  @Test("Observers are told from many threads", arguments: StoreKind.allCases)
  func observationFromManyThreads(_ kind: StoreKind) async throws {
    let container = try container(kind)
    let setUp = ModelContext(container)
    for number in 0..<8 { setUp.insert(Counter(name: "\(number)")) }
    try setUp.save()
    let told = Journal()
    // Eight readers watch all counters in contexts of their own; eight writers change one each.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let context = ModelContext(container)
          let counters = try context.fetch(FetchDescriptor<Counter>())
          for counter in counters {
            withObservationTracking {
              _ = counter.value
            } onChange: {
              told.note(Thread.current.description)
            }
          }
          var sum = 0
          let deadline = ContinuousClock.now + .seconds(30)
          while sum < 80, ContinuousClock.now < deadline {
            sum = counters.reduce(0) { $0 + $1.value }
            await Task.yield()
          }
          #expect(sum == 80)
        }
      }
      for number in 0..<8 {
        group.addTask {
          let context = ModelContext(container)
          let name = "\(number)"
          let counter = try #require(
            try context.fetch(
              FetchDescriptor<Counter>(predicate: #Predicate { $0.name == name })
            ).first
          )
          for value in 1...10 {
            counter.value = value
            try context.save()
          }
        }
      }
      try await group.waitForAll()
    }
    // A reader that came late has seen fewer changes. Observation's registrar may call twice for
    // one tracking if two threads tell it of changes at the same moment.
    #expect(told.count <= 128)
  }

  @Test("Observed objects die while others save them", arguments: StoreKind.allCases)
  func observedObjectsDie(_ kind: StoreKind) async throws {
    let container = try container(kind)
    let id = try await CounterActor(modelContainer: container).create("watched")
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        let actor = CounterActor(modelContainer: container)
        for value in 0..<100 { try await actor.setValue(value, of: id) }
      }
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<100 {
            let context = ModelContext(container)
            let counter = context.model(for: id) as? Counter
            withObservationTracking {
              _ = counter?.value
            } onChange: {
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  // MARK: Lifetime

  @Test(
    "A context goes while its objects live, and others save them",
    arguments: StoreKind.allCases
  )
  func contextGoesFirst(_ kind: StoreKind) async throws {
    let container = try container(kind)
    let id = try await CounterActor(modelContainer: container).create("left")
    try await CounterActor(modelContainer: container).addSteps(0..<5, to: id)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        let actor = CounterActor(modelContainer: container)
        for value in 0..<60 { try await actor.setValue(value, of: id) }
      }
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<40 {
            var context: ModelContext? = ModelContext(container)
            let counter = try #require(context?.model(for: id) as? Counter)
            context = nil
            #expect(counter.modelContext == nil)
            #expect(counter.name == "left")
            #expect(counter.steps.count == 5)
            counter.value = -1
            #expect(counter.value == -1)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(await CounterActor(modelContainer: container).value(of: id) == 59)
  }

  // MARK: Autosave

  @Test("The main context saves at the end of the turn in which it was changed")
  @MainActor
  func autosave() async throws {
    let container = try container(.memory)
    let context = container.mainContext
    let counter = Counter(name: "a")
    context.insert(counter)
    #expect(context.hasChanges)
    try await waitForSave(context)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Counter>()) == 1)
    #expect(!counter.persistentModelID.isTemporary)

    counter.value = 1
    counter.steps.append(CounterStep(number: 1))
    try await waitForSave(context)
    let other = ModelContext(container)
    #expect(try other.fetch(FetchDescriptor<Counter>()).map(\.value) == [1])
    #expect(try other.fetchCount(FetchDescriptor<CounterStep>()) == 1)

    context.delete(counter)
    try await waitForSave(context)
    #expect(try other.fetchCount(FetchDescriptor<Counter>()) == 0)
    #expect(try other.fetchCount(FetchDescriptor<CounterStep>()) == 0)
  }

  /// One second is what a program may rely on.
  @MainActor
  private func waitForSave(_ context: ModelContext) async throws {
    let deadline = ContinuousClock.now + .seconds(1)
    while context.hasChanges, ContinuousClock.now < deadline { await Task.yield() }
    #expect(!context.hasChanges)
  }

  @Test("Many changes of one turn are one save")
  @MainActor
  func autosaveOnce() async throws {
    let container = try container(.memory)
    let context = container.mainContext
    let saves = Journal()
    let token = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave,
      object: context,
      queue: nil
    ) { _ in saves.note() }
    for number in 0..<50 { context.insert(Counter(name: "\(number)")) }
    try await waitForSave(context)
    NotificationCenter.default.removeObserver(token)
    #expect(saves.count == 1)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Counter>()) == 50)
  }

  @Test("Without autosave the main context waits")
  @MainActor
  func autosaveOff() async throws {
    let container = try container(.memory)
    let context = container.mainContext
    context.autosaveEnabled = false
    context.insert(Counter(name: "waits"))
    try await Task.sleep(for: .milliseconds(50))
    #expect(context.hasChanges)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Counter>()) == 0)
    // Enabled again, it saves what is there.
    context.autosaveEnabled = true
    try await waitForSave(context)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Counter>()) == 1)
  }

  @Test("An autosave that fails keeps the changes, and the next one succeeds")
  @MainActor
  func autosaveFails() async throws {
    let container = try ModelContainer(
      for: Loan.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true)
    )
    let context = container.mainContext
    let book = Book(title: "b")
    let loan = Loan(reader: "r", book: book)
    context.insert(loan)
    try await waitForSave(context)
    // The delete rule denies it.
    context.delete(book)
    try await Task.sleep(for: .milliseconds(50))
    #expect(context.hasChanges)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Book>()) == 1)
    context.delete(loan)
    try await waitForSave(context)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Book>()) == 0)
  }

  @Test(
    "The main context's autosave and a model actor do not get in each other's way",
    arguments: StoreKind.allCases
  )
  @MainActor
  func autosaveAndActor(_ kind: StoreKind) async throws {
    let container = try container(kind)
    let context = container.mainContext
    let actor = CounterActor(modelContainer: container)
    let id = try await actor.create("shared")
    let counter = try #require(context.model(for: id) as? Counter)
    let writer = Task { try await actor.addSteps(0..<50, to: id) }
    for value in 1...50 {
      counter.value = value
      await Task.yield()
    }
    try await writer.value
    try await waitForSave(context)
    #expect(counter.value == 50)
    #expect(counter.steps.map(\.number).sorted() == Array(0..<50))
    #expect(await actor.value(of: id) == 50)
    #expect(try await actor.stepCount() == 50)
  }
}
