import Foundation
import SwiftData

/// An observer of all objects, which tells by which offsets its result changes.
final class PerennialDifferences {
  private let container: ModelContainer

  init(at file: URL, _ rows: Int) throws {
    try PerennialItems(at: file).insert(ItemValues.make(rows), Stopwatch())
    container = try ModelContainer(
      for: Item.self, configurations: ModelConfiguration(url: file))
  }

  /// Moves so many objects, one by one, within the result, and saves each.
  ///
  /// - Returns: How long it took each time from when the save was over until the observer knew by
  ///   which offsets its result had changed.
  func differ(_ saves: Int) throws -> [Time] {
    try waiting { [container] in
      let observer = try ResultsObserver<Item, Never>(
        sortBy: [SortDescriptor(\.count)], modelContext: ModelContext(container))
      var changes = observer.changes.makeAsyncIterator()
      _ = await changes.next()
      let context = ModelContext(container)
      let items = try context.fetch(FetchDescriptor<Item>())
      var times: [Time] = []
      for item in items.prefix(saves) {
        item.count = (item.count + 500_000) % 1_000_000
        try context.save()
        let start = Time.now
        let change = await changes.next()
        times.append(Time.now - start)
        guard change?.offsets.moves.count == 1 else { throw Missed() }
      }
      return times
    }
  }
}

/// A change did not come as it was made.
private struct Missed: Error {}
