import Foundation
import FoundationNetworking
import SwiftData
import Testing
import WebTesting

@testable import PerennialStudio

@Suite("Live updates of a studio", .timeLimit(.minutes(1)))
struct LiveTests {
  let kitchen: Kitchen

  init() throws { kitchen = try Kitchen(dishes: 3) }

  @Test("A page that listens is told of what another connection commits, at once")
  func change() async throws {
    let container = try kitchen.container()
    try await withStudio(kitchen.url) { studio in
      try await withEvents(of: studio.events) { events in
        var iterator = events.filter { $0.name != "comment" }.makeAsyncIterator()
        #expect(await iterator.next()?.name == "welcome")
        // From here on no change is missed.
        #expect(await iterator.next()?.name == "change")
        for name in ["Greek", "Tamil"] {
          let context = ModelContext(container)
          context.insert(Cuisine(name))
          try context.save()
          let start = ContinuousClock.now
          #expect(await iterator.next()?.name == "change")
          // The store is asked ten times a second; the rest is for a machine with other work.
          #expect(ContinuousClock.now - start < .seconds(5))
          #expect(try await studio.page("/rows?entity=Cuisine").contains("<bdi>\(name)</bdi>"))
        }
      }
    }
  }

  @Test("A store that is replaced by another file is a change")
  func replacement() async throws {
    let other = try Kitchen(dishes: 5)
    for kitchen in [kitchen, other] {
      let context = ModelContext(try kitchen.container())
      _ = try context.fetchCount(FetchDescriptor<Dish>())
    }
    try await withStudio(kitchen.url) { studio in
      try await withEvents(of: studio.events) { events in
        var iterator = events.filter { $0.name == "change" }.makeAsyncIterator()
        _ = await iterator.next()
        for suffix in ["-wal", "-shm"] {
          try? FileManager.default.removeItem(atPath: kitchen.url.path + suffix)
        }
        #expect(rename(other.url.path, kitchen.url.path) == 0)
        #expect(await iterator.next()?.name == "change")
        let page = try await studio.page("/rows?entity=Dish")
        #expect(page.contains("5 objects"))
      }
    }
  }

  @Test("The store is not asked while no page listens")
  func rest() async throws {
    let watch = ChangeWatch(StudioStore(url: kitchen.url))
    #expect(!watch.isRunning)
    var first: AsyncStream<Void>? = watch.changes()
    var iterator = first?.makeAsyncIterator()
    await iterator?.next()
    #expect(watch.isRunning)
    (first, iterator) = (nil, nil)
    let end = ContinuousClock.now + .seconds(20)
    while watch.isRunning, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(!watch.isRunning)
    // A later listener starts it again.
    var second = watch.changes().makeAsyncIterator()
    await second.next()
    #expect(watch.isRunning)
    watch.finish()
    #expect(await second.next() == nil)
    #expect(await watch.changes().first { _ in true } == nil)
  }
}
