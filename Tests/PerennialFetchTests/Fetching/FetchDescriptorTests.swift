import SwiftData
import Testing

@testable import Perennial

@Suite("Fetch descriptors")
struct FetchDescriptorTests {
  private let world: FuzzWorld
  private let context: ModelContext
  private let all: [FuzzItem]

  init() throws {
    world = try FuzzWorld(seed: 21, items: 80)
    context = ModelContext(world.container)
    all = try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\.number)]))
  }

  // MARK: Limit and offset

  struct Window: CustomTestStringConvertible, Sendable {
    let limit: Int?
    let offset: Int?
    var testDescription: String {
      "limit \(limit.map(String.init) ?? "none"), offset \(offset.map(String.init) ?? "none")"
    }

    func apply<Element>(to elements: [Element]) -> [Element] {
      Array(elements.dropFirst(max(offset ?? 0, 0)).prefix(max(limit ?? .max, 0)))
    }
  }

  static let windows: [Window] = [nil, 0, 1, 10, 80, 1_000, .max, -1, .min].flatMap { limit in
    [nil, 0, 5, 79, 80, 500, .max, -3, .min].map { Window(limit: limit, offset: $0) }
  }

  @Test("Limit and offset cut a piece out of the order", arguments: windows)
  func window(_ window: Window) throws {
    var descriptor = FetchDescriptor<FuzzItem>(sortBy: [SortDescriptor(\.number)])
    descriptor.fetchLimit = window.limit
    descriptor.fetchOffset = window.offset
    let expected = window.apply(to: all)
    #expect(try context.fetch(descriptor) == expected)
    #expect(try context.fetchCount(descriptor) == expected.count)
    #expect(try context.fetchIdentifiers(descriptor) == expected.map(\.persistentModelID))
  }

  @Test("They do so where memory has the last word", arguments: windows)
  func windowInMemory(_ window: Window) throws {
    var descriptor = FetchDescriptor<FuzzItem>(
      predicate: #Predicate { $0.place.number > 0 },
      sortBy: [SortDescriptor(\.number)]
    )
    descriptor.fetchLimit = window.limit
    descriptor.fetchOffset = window.offset
    #expect(!FetchPlan(descriptor).isConditionExact)
    let expected = window.apply(to: all.filter { $0.place.number > 0 })
    #expect(try context.fetch(descriptor) == expected)
    #expect(try context.fetchCount(descriptor) == expected.count)
  }

  @Test("They do so where an index finds the rows", arguments: windows)
  func windowOfRange(_ window: Window) throws {
    for sort in [
      [], [SortDescriptor(\FuzzItem.number)], [SortDescriptor(\.number, order: .reverse)],
      [SortDescriptor(\.title, comparator: .lexical)], [SortDescriptor(\.price)],
    ] {
      var descriptor = FetchDescriptor(predicate: #Predicate { $0.number > 0 }, sortBy: sort)
      descriptor.fetchLimit = window.limit
      descriptor.fetchOffset = window.offset
      let matching = all.filter { $0.number > 0 }
      let expected = window.apply(
        to: matching.sorted(by: ModelOrder(sort).areInIncreasingOrder)
      )
      #expect(try context.fetch(descriptor) == expected)
      #expect(try context.fetchCount(descriptor) == expected.count)
      #expect(try context.fetchIdentifiers(descriptor) == expected.map(\.persistentModelID))
    }
  }

  @Test("They count changes that are not saved", arguments: windows)
  func windowWithChanges(_ window: Window) throws {
    try FuzzWorld.disturb(context, seed: 4)
    var descriptor = FetchDescriptor<FuzzItem>(
      predicate: #Predicate { $0.number > 0 },
      sortBy: [SortDescriptor(\.number)]
    )
    let expected = window.apply(to: try context.fetch(descriptor))
    descriptor.fetchLimit = window.limit
    descriptor.fetchOffset = window.offset
    #expect(try context.fetch(descriptor) == expected)
    #expect(try context.fetchCount(descriptor) == expected.count)
  }

  // MARK: Changes that are not saved

  @Test("includePendingChanges = false gives what is stored")
  func withoutPendingChanges() throws {
    let item = FuzzItem(title: "new")
    context.insert(item)
    all[0].title = "changed"
    context.delete(all[1])
    var descriptor = FetchDescriptor<FuzzItem>()
    descriptor.includePendingChanges = false
    #expect(try context.fetchCount(descriptor) == all.count)
    #expect(Set(try context.fetchIdentifiers(descriptor)) == Set(all.map(\.persistentModelID)))
    descriptor.predicate = #Predicate { $0.title == "changed" || $0.title == "new" }
    #expect(try context.fetchCount(descriptor) == 0)
    descriptor.includePendingChanges = true
    #expect(Set(try context.fetch(descriptor)) == [item, all[0]])
  }

  @Test("Identifiers are not sorted among changes")
  func sortedIdentifiers() throws {
    let sorted = FetchDescriptor<FuzzItem>(sortBy: [SortDescriptor(\.title)])
    #expect(try context.fetchIdentifiers(sorted).count == all.count)
    context.insert(FuzzItem(title: "new"))
    #expect(throws: SwiftDataError.sortingPendingChangesWithIdentifiers) {
      try context.fetchIdentifiers(sorted)
    }
    #expect(try context.fetchIdentifiers(FetchDescriptor<FuzzItem>()).count == all.count + 1)
  }

  // MARK: Parts of objects

  @Test("Properties that were not fetched are there when they are read")
  func propertiesToFetch() throws {
    let fresh = ModelContext(world.container)
    var descriptor = FetchDescriptor<FuzzItem>(sortBy: [SortDescriptor(\.number)])
    descriptor.propertiesToFetch = [\.title, \.number]
    let partial = try fresh.fetch(descriptor)
    #expect(partial.map(\.title) == all.map(\.title))
    #expect(partial.map(\.price.bitPattern) == all.map(\.price.bitPattern))
    #expect(partial.map(\.words) == all.map(\.words))
    #expect(partial.map { $0.owner?.name } == all.map { $0.owner?.name })
    #expect(partial.map { Set($0.tags.map(\.label)) } == all.map { Set($0.tags.map(\.label)) })
  }

  @Test("A condition may read properties that are not fetched")
  func conditionOnUnfetched() throws {
    let fresh = ModelContext(world.container)
    var descriptor = FetchDescriptor<FuzzItem>(
      predicate: #Predicate { $0.place.number > 0 && $0.price > 1 }
    )
    descriptor.propertiesToFetch = [\.title]
    let expected = all.filter { $0.place.number > 0 && $0.price > 1 }
    #expect(
      Set(try fresh.fetch(descriptor).map(\.persistentModelID))
        == Set(expected.map(\.persistentModelID))
    )
  }

  @Test("Only stored properties can be fetched")
  func unknownProperty() {
    var descriptor = FetchDescriptor<FuzzItem>()
    descriptor.propertiesToFetch = [\.title.count]
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try context.fetch(descriptor) }
  }

  @Test("Relationships are fetched ahead")
  func prefetching() throws {
    let fresh = ModelContext(world.container)
    var descriptor = FetchDescriptor<FuzzItem>(sortBy: [SortDescriptor(\.number)])
    descriptor.relationshipKeyPathsForPrefetching = [\.owner, \.tags]
    let items = try fresh.fetch(descriptor)
    #expect(items.map { $0.owner?.persistentModelID } == all.map { $0.owner?.persistentModelID })
    #expect(items.map { Set($0.tags.map(\.label)) } == all.map { Set($0.tags.map(\.label)) })
  }

  // MARK: Batches

  @Test("A batched fetch is the same collection", arguments: [1, 7, 80, 1_000])
  func batches(_ batchSize: Int) throws {
    let fresh = ModelContext(world.container)
    var descriptor = FetchDescriptor<FuzzItem>(
      predicate: #Predicate { $0.number >= 0 },
      sortBy: [SortDescriptor(\.number)]
    )
    #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) {
      try fresh.fetch(descriptor, batchSize: batchSize)
    }
    descriptor.includePendingChanges = false
    let expected = all.filter { $0.number >= 0 }
    let results = try fresh.fetch(descriptor, batchSize: batchSize)
    #expect(results.count == expected.count)
    #expect(results.map(\.persistentModelID) == expected.map(\.persistentModelID))
    #expect(results.last?.title == expected.last?.title)
    let identifiers = try fresh.fetchIdentifiers(descriptor, batchSize: batchSize)
    #expect(Array(identifiers) == expected.map(\.persistentModelID))
  }

  @Test("enumerate visits each object once, in order", arguments: [1, 7, 80, 5_000])
  func enumerate(_ batchSize: Int) throws {
    let fresh = ModelContext(world.container)
    let descriptor = FetchDescriptor<FuzzItem>(sortBy: [SortDescriptor(\.number)])
    var visited: [PersistentIdentifier] = []
    try fresh.enumerate(descriptor, batchSize: batchSize) { visited.append($0.persistentModelID) }
    #expect(visited == all.map(\.persistentModelID))
  }

  @Test("Changes that enumerate's block makes are not lost")
  func enumerateChanges() throws {
    let fresh = ModelContext(world.container)
    try fresh.enumerate(FetchDescriptor<FuzzItem>(), batchSize: 7, allowEscapingMutations: true) {
      if $0.number > 0 { $0.title = "visited" } else { fresh.delete($0) }
    }
    try fresh.save()
    let titles = try ModelContext(world.container).fetch(FetchDescriptor<FuzzItem>()).map(\.title)
    #expect(titles == Array(repeating: "visited", count: all.count { $0.number > 0 }))
  }

  @Test("What the block throws ends the enumeration")
  func enumerateThrows() {
    struct Stop: Error {}
    var visits = 0
    #expect(throws: Stop.self) {
      try context.enumerate(FetchDescriptor<FuzzItem>(), batchSize: 10) { _ in
        visits += 1
        if visits == 15 { throw Stop() }
      }
    }
    #expect(visits == 15)
  }

  // MARK: Equality

  @Test("Descriptors are equal if they fetch the same")
  func equality() {
    let (text, other) = ("a", "b")
    let first = FetchDescriptor<FuzzItem>(predicate: #Predicate { $0.title == text })
    let second = FetchDescriptor<FuzzItem>(predicate: #Predicate { $0.title == text })
    let third = FetchDescriptor<FuzzItem>(predicate: #Predicate { $0.title == other })
    #expect(first == first)
    #expect(first == second)
    #expect(first != third)
    #expect(first != FetchDescriptor())
    #expect(FetchDescriptor<FuzzItem>() == FetchDescriptor())
    let inMemory = FetchDescriptor<FuzzItem>(predicate: #Predicate { $0.place.city == text })
    #expect(inMemory == inMemory)

    var limited = first
    limited.fetchLimit = 3
    #expect(limited != first)
    var sorted = first
    sorted.sortBy = [SortDescriptor(\.title)]
    #expect(sorted != first)
    var partial = first
    partial.propertiesToFetch = [\.title]
    #expect(partial != first)
  }
}
