import Foundation
import SwiftData
import Testing

@testable import Perennial

/// Objects whose last reference goes on a thread that is not their context's: what happens when a
/// view, a task or a closure that held them is destroyed elsewhere.
@Suite("Concurrency: where objects die")
struct ConcurrentLifetimeTests {
  /// References that several threads let go of.
  private final class Holder: @unchecked Sendable {
    // Sendable: each thread takes a part of its own out, under the lock.
    private let lock = NSLock()
    private var parts: [[Counter]]

    init(_ objects: [Counter], parts count: Int) {
      parts = (0..<count).map { part in
        objects.indices.filter { $0 % count == part }.map { objects[$0] }
      }
    }

    func letGoOfOne() {
      let part = lock.withLock { parts.popLast() }
      withExtendedLifetime(part) {}
    }
  }

  private func filled(_ count: Int) throws -> ModelContainer {
    let container = try ModelContainer(
      for: Counter.self,
      CounterStep.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true)
    )
    let context = ModelContext(container)
    for number in 0..<count { context.insert(Counter(name: "\(number)")) }
    try context.save()
    return container
  }

  @Test("Objects die on other threads while their context fetches them again")
  func whileFetching() throws {
    let container = try filled(400)
    let context = ModelContext(container)
    for round in 0..<60 {
      let holder = Holder(try context.fetch(FetchDescriptor<Counter>()), parts: 4)
      let threads = (0..<4).map { _ in Thread { holder.letGoOfOne() } }
      for thread in threads { thread.start() }
      let again = try context.fetch(FetchDescriptor<Counter>())
      #expect(again.count == 400)
      #expect(Set(again.map(ObjectIdentifier.init)).count == 400)
      #expect(again.allSatisfy { $0.name == "\(Int($0.name) ?? -1)" })
      again[round].value += 1
      let deadline = Date(timeIntervalSinceNow: 10)
      while threads.contains(where: { !$0.isFinished }), Date() < deadline {
        Thread.sleep(forTimeInterval: 0.0005)
      }
    }
    #expect(try context.fetch(FetchDescriptor<Counter>()).map(\.value).reduce(0, +) == 60)
    try context.save()
    let check = try ModelContext(container).fetch(FetchDescriptor<Counter>())
    #expect(check.map(\.value).reduce(0, +) == 60)
  }

  @Test("Objects that outlived their context die on other threads, and their graph with them")
  func afterTheContext() throws {
    let container = try filled(100)
    weak var graph: ObjectGraph?
    for _ in 0..<40 {
      var context: ModelContext? = ModelContext(container)
      graph = context?.graph
      let holder = Holder(try context?.fetch(FetchDescriptor<Counter>()) ?? [], parts: 4)
      let threads = (0..<4).map { _ in Thread { holder.letGoOfOne() } }
      for thread in threads { thread.start() }
      context = nil
      let deadline = Date(timeIntervalSinceNow: 10)
      while threads.contains(where: { !$0.isFinished }), Date() < deadline {
        Thread.sleep(forTimeInterval: 0.0005)
      }
      #expect(graph == nil)
    }
  }

  @Test("The graph lives as long as its last object, and no longer")
  func lastObject() throws {
    let container = try filled(3)
    var context: ModelContext? = ModelContext(container)
    weak let graph = context?.graph
    var objects = try #require(try context?.fetch(FetchDescriptor<Counter>()))
    context = nil
    #expect(graph != nil)
    objects.removeLast(2)
    #expect(graph != nil)
    #expect(objects.first?.steps.isEmpty == true)
    objects = []
    #expect(graph == nil)
  }
}
