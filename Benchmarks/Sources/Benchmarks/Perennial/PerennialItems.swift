import Foundation
import HeapUse
import SwiftData

/// The model with eight columns, by Perennial.
final class PerennialItems: ItemContender {
  static let library = Library.perennial

  private let file: URL
  private let container: ModelContainer

  /// Objects that stay in memory from round to round, and their context.
  private var held: (context: ModelContext, items: [Item])?

  convenience init(at file: URL) throws {
    try self.init(ModelConfiguration(url: file))
  }

  init(_ configuration: ModelConfiguration) throws {
    file = configuration.url
    container = try ModelContainer(for: Item.self, configurations: configuration)
  }

  func create(_ values: [ItemValues], _ stopwatch: Stopwatch) {
    stopwatch.time(ItemSteps.create) {
      let items = values.map(Item.init)
      use(items)
      return items.count
    }
  }

  func insertCreated(_ values: [ItemValues], _ stopwatch: Stopwatch) throws {
    let items = values.map(Item.init)
    try stopwatch.time(ItemSteps.insertCreated, operations: items.count) {
      let context = ModelContext(container)
      for item in items { context.insert(item) }
      try context.save()
    }
    use(items)
  }

  func insert(_ values: [ItemValues], as step: String, _ stopwatch: Stopwatch) throws {
    try stopwatch.time(step, operations: values.count) {
      let context = ModelContext(container)
      for values in values { context.insert(Item(values)) }
      try context.save()
    }
  }

  func insertBatch(_ values: [ItemValues], _ stopwatch: Stopwatch) throws {
    try stopwatch.time(ItemSteps.batch, operations: values.count) {
      let context = ModelContext(container)
      try context.insert(model: Item.self, from: values, Item.init)
    }
  }

  func fetch(_ stopwatch: Stopwatch) throws {
    try stopwatch.time(ItemSteps.fetch) {
      let context = ModelContext(container)
      let items = try context.fetch(FetchDescriptor<Item>())
      use(items)
      return items.count
    }
  }

  func refetch(_ stopwatch: Stopwatch) throws {
    let context = try hold().context
    try stopwatch.time(ItemSteps.refetch) {
      let items = try context.fetch(FetchDescriptor<Item>())
      use(items)
      return items.count
    }
  }

  func update(_ positions: [Int], to count: Int, _ stopwatch: Stopwatch) throws {
    let (context, items) = try hold()
    try RawDatabase.checkpoint(file)
    try stopwatch.time(ItemSteps.update, operations: positions.count) {
      for position in positions { items[position].count = count }
      try context.save()
    }
  }

  /// Changes the count of each object at these positions and saves it, in transactions of their own.
  func updateSingly(_ positions: [Int], to count: Int, _ stopwatch: Stopwatch) throws {
    let (context, items) = try hold()
    try RawDatabase.checkpoint(file)
    try stopwatch.time(HistoryWorkloads.single, operations: positions.count) {
      for position in positions {
        items[position].count = count
        try context.save()
      }
    }
  }

  func findMissing(_ positions: [Int], _ stopwatch: Stopwatch) throws {
    let identifiers = try identifiers(positions)
    let context = ModelContext(container)
    var sum = 0
    stopwatch.time(ItemSteps.miss, operations: positions.count) {
      for identifier in identifiers {
        sum &+= (context.model(for: identifier) as? Item)?.count ?? 0
      }
    }
    use(sum)
  }

  func findHeld(_ positions: [Int], _ stopwatch: Stopwatch) throws {
    let context = try hold().context
    let identifiers = try identifiers(positions)
    var sum = 0
    stopwatch.time(ItemSteps.hit, operations: positions.count) {
      for identifier in identifiers {
        let item: Item? = context.registeredModel(for: identifier)
        sum &+= item?.count ?? 0
      }
    }
    use(sum)
  }

  func weigh(_ stopwatch: Stopwatch) throws {
    let before = heap_use()
    let context = ModelContext(container)
    let items = try context.fetch(FetchDescriptor<Item>())
    stopwatch.note(ItemSteps.memory, since: before, objects: items.count)
    use(items)
  }

  private func hold() throws -> (context: ModelContext, items: [Item]) {
    if let held { return held }
    let context = ModelContext(container)
    context.autosaveEnabled = false
    let items = try context.fetch(FetchDescriptor<Item>())
    held = (context, items)
    return (context, items)
  }

  /// The identifiers of the objects at these positions. The objects they come from are let go.
  private func identifiers(_ positions: [Int]) throws -> [PersistentIdentifier] {
    let items = try ModelContext(container).fetch(FetchDescriptor<Item>())
    return positions.map { items[$0].persistentModelID }
  }
}
