import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("Concurrency: contexts in tasks", .timeLimit(.minutes(2)))
struct ContextConcurrencyTests: CounterSuite {
  let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

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
}
