import Foundation
import SwiftData

/// The workloads on the models without relationships.
extension CountedWorkload {
  static var items: [CountedWorkload] {
    [
      CountedWorkload("create", "create 20,000 objects of 8 columns, and release them") { _ in
        let values = ItemValues.make(20_000)
        return { use(values.map(Item.init)) }
      },
      CountedWorkload("insert", "create 5,000 objects of 8 columns, insert and save them") { file in
        let values = ItemValues.make(5_000)
        let container = try ModelContainer(for: Item.self, at: file)
        return {
          let context = ModelContext(container)
          for values in values { context.insert(Item(values)) }
          try context.save()
        }
      },
      CountedWorkload("batch", "write 10,000 objects of 8 columns by a batch insertion") { file in
        let values = ItemValues.make(10_000)
        let container = try ModelContainer(for: Item.self, at: file)
        return { try ModelContext(container).insert(model: Item.self, from: values, Item.init) }
      },
      CountedWorkload("fetch", "fetch 20,000 objects of 8 columns, and release them") { file in
        let container = try ModelContainer(at: file, with: ItemValues.make(20_000))
        return { use(try ModelContext(container).fetch(FetchDescriptor<Item>())) }
      },
      CountedWorkload("fetch-integers", "fetch 20,000 objects of 10 integers") { file in
        let container = try ModelContainer(for: TenIntegers.self, at: file)
        try ModelContext(container).insert(
          model: TenIntegers.self, from: 0..<20_000, TenIntegers.init)
        return { use(try ModelContext(container).fetch(FetchDescriptor<TenIntegers>())) }
      },
      CountedWorkload("fetch-sorted", "fetch each Jane of 10,000 users by age, 10 times") { file in
        let container = try ModelContainer(at: file, with: UserValues.make(10_000))
        return {
          for _ in 0..<10 {
            let name = "Jane"
            let descriptor = FetchDescriptor<User>(
              predicate: #Predicate { $0.firstName == name }, sortBy: [SortDescriptor(\.age)])
            use(try ModelContext(container).fetch(descriptor))
          }
        }
      },
      CountedWorkload("fetch-index", "fetch 1,000 users, each by a unique attribute") { file in
        let values = UserValues.make(10_000)
        let container = try ModelContainer(at: file, with: values)
        let identifiers = scattered(values.count).prefix(1_000).map { values[$0].id }
        return {
          let context = ModelContext(container)
          for identifier in identifiers {
            let descriptor = FetchDescriptor<User>(predicate: #Predicate { $0.id == identifier })
            use(try context.fetch(descriptor))
          }
        }
      },
      CountedWorkload("update", "change 5,000 scattered objects of 10,000, and save") { file in
        let container = try ModelContainer(at: file, with: ItemValues.make(10_000))
        let context = ModelContext(container)
        context.autosaveEnabled = false
        let items = try context.fetch(FetchDescriptor<Item>())
        let positions = scattered(items.count).prefix(5_000)
        return {
          for position in positions { items[position].count = 1 }
          try context.save()
        }
      },
      CountedWorkload("history", "change one object and save, 500 times, with a history") { file in
        var configuration = ModelConfiguration(url: file)
        configuration.historyRetention = .unlimited
        let container = try ModelContainer(for: Item.self, configurations: configuration)
        try container.insert(ItemValues.make(1_000))
        let context = ModelContext(container)
        context.autosaveEnabled = false
        let items = try context.fetch(FetchDescriptor<Item>())
        let positions = scattered(items.count).prefix(500)
        return {
          for position in positions {
            items[position].count = 1
            try context.save()
          }
        }
      },
      CountedWorkload("key-held", "find 10,000 objects by key, all in memory, 10 times") { file in
        let container = try ModelContainer(at: file, with: ItemValues.make(10_000))
        let context = ModelContext(container)
        let items = try context.fetch(FetchDescriptor<Item>())
        let identifiers = scattered(items.count).map { items[$0].persistentModelID }
        return {
          var sum = 0
          for _ in 0..<10 {
            for identifier in identifiers {
              let item: Item? = context.registeredModel(for: identifier)
              sum &+= item?.count ?? 0
            }
          }
          use(sum)
          withExtendedLifetime(items) {}
        }
      },
      CountedWorkload("key-missing", "find 10,000 objects by key, none in memory") { file in
        let container = try ModelContainer(at: file, with: ItemValues.make(10_000))
        let items = try ModelContext(container).fetch(FetchDescriptor<Item>())
        let identifiers = scattered(items.count).map { items[$0].persistentModelID }
        return {
          let context = ModelContext(container)
          var sum = 0
          for identifier in identifiers {
            sum &+= (context.model(for: identifier) as? Item)?.count ?? 0
          }
          use(sum)
        }
      },
      CountedWorkload("delete", "delete all of 10,000 users, and save") { file in
        let container = try ModelContainer(at: file, with: UserValues.make(10_000))
        return {
          let context = ModelContext(container)
          try context.delete(model: User.self)
          try context.save()
        }
      },
    ]
  }

  /// Returns each position once, in an order that looks random.
  private static func scattered(_ count: Int) -> [Int] {
    var random = SeededGenerator(seed: 5)
    return Array(0..<count).shuffled(using: &random)
  }
}

extension ModelContainer {
  /// Opens a store of one model.
  convenience init(for model: any PersistentModel.Type, at file: URL) throws {
    try self.init(for: Schema([model]), configurations: ModelConfiguration(url: file))
  }

  /// Makes a store of items, and opens it again. So nothing of it is in SQLite's cache or in its log.
  fileprivate convenience init(at file: URL, with values: [ItemValues]) throws {
    try ModelContainer(for: Item.self, at: file).insert(values)
    try self.init(for: Item.self, at: file)
  }

  /// Makes a store of users, and opens it again.
  fileprivate convenience init(at file: URL, with values: [UserValues]) throws {
    let context = ModelContext(try ModelContainer(for: User.self, at: file))
    for values in values { context.insert(User(values)) }
    try context.save()
    try self.init(for: User.self, at: file)
  }

  fileprivate func insert(_ values: [ItemValues]) throws {
    let context = ModelContext(self)
    for values in values { context.insert(Item(values)) }
    try context.save()
  }
}
