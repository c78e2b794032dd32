import Dispatch
import Foundation
import Observation
import SwiftData
import Synchronization

/// Observers that live on an actor and divide all objects among them by their count, and another context
/// that saves.
final class PerennialObservers {
  private let audience: Audience
  private let bell = Bell()
  private let width: Int
  private let context: ModelContext
  private let items: [Item]
  private var next = 0

  init(at file: URL, _ rows: Int, observers: Int) throws {
    try PerennialItems(at: file).insert(ItemValues.make(rows), Stopwatch())
    let container = try ModelContainer(
      for: Item.self, configurations: ModelConfiguration(url: file))
    width = 1_000_000 / observers
    context = ModelContext(container)
    items = try context.fetch(FetchDescriptor<Item>())
    let (audience, bell, width) = (Audience(), bell, width)
    self.audience = audience
    try waiting { try await audience.gather(observers, width, container, bell) }
  }

  /// Moves so many objects, one by one, from the result of one observer to that of another.
  ///
  /// - Returns: How long it took each time from the beginning of the save until the later of the two
  ///   was told.
  func commit(_ saves: Int) throws -> [Time] {
    try (0..<saves).map { _ in
      let item = items[next % items.count]
      next += 1
      item.count = (item.count + width) % 1_000_000
      bell.clear()
      let start = Time.now
      try context.save()
      return try bell.wait(for: 2) - start
    }
  }
}

/// The actor of the observers.
private actor Audience {
  private var observers: [ResultsObserver<Item, Never>] = []

  func gather(_ count: Int, _ width: Int, _ container: ModelContainer, _ bell: Bell) throws {
    let context = ModelContext(container)
    for number in 0..<count {
      let (low, high) = (number * width, (number + 1) * width)
      observers.append(
        try ResultsObserver(
          filterBy: #Predicate { $0.count >= low && $0.count < high },
          sortBy: [SortDescriptor(\.date)],
          modelContext: context))
      listen(number, bell)
    }
  }

  private func listen(_ number: Int, _ bell: Bell) {
    let observer = observers[number]
    withObservationTracking {
      use(observer.results.count)
    } onChange: {
      let time = Time.now
      Task { await self.listen(number, bell, since: time) }
    }
  }

  /// Listens again before the bell rings, so that no save comes between.
  private func listen(_ number: Int, _ bell: Bell, since time: Time) {
    listen(number, bell)
    bell.ring(time)
  }
}

/// A bell that wakes a waiting thread.
private final class Bell: Sendable {
  private let rung = Mutex<[Time]>([])
  private let semaphore = DispatchSemaphore(value: 0)

  func ring(_ time: Time) {
    rung.withLock { $0.append(time) }
    semaphore.signal()
  }

  func clear() { rung.withLock { $0 = [] } }

  /// The latest time for which it rang, of so many.
  ///
  /// - Throws: ``TookTooLong`` after ten seconds.
  func wait(for count: Int) throws -> Time {
    for _ in 0..<count {
      guard semaphore.wait(timeout: .now() + 10) == .success else { throw TookTooLong() }
    }
    guard let last = rung.withLock({ $0.max { $0.wall < $1.wall } }) else { throw TookTooLong() }
    return last
  }
}
