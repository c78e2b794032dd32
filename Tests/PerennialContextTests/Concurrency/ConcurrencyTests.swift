import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("Concurrency", .timeLimit(.minutes(2)))
struct ConcurrencyTests: CounterSuite {
  let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

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
}
