import Foundation
import PerennialPresets
import SwiftData
import Testing

@ModelActor
private actor DishHandler {
  func create(_ title: String) throws -> PersistentIdentifier {
    let dish = Dish(nil, title)
    modelContext.insert(dish)
    try modelContext.save()
    return dish.persistentModelID
  }

  func rename(_ id: PersistentIdentifier, to title: String) throws {
    (modelContext.model(for: id) as? Dish)?.title = title
    try modelContext.save()
  }

  var policy: MergePolicy { modelContext.mergePolicy }
  var isOnMainThread: Bool { Thread.isMainThread }
}

extension DataStackConfiguration {
  fileprivate static let kitchen = DataStackConfiguration(
    schema: { Schema(Kitchen.models) }, presets: [Kitchen.catalog(1)])
}

@Suite("Data stacks")
struct DataStackTests {
  @Test("A preview has presets and samples; two of them have nothing in common")
  func preview() throws {
    let configuration = DataStackConfiguration.kitchen.inMemory { context in
      context.insert(Dish("sample", "Sample"))
    }
    let stack = try DataStack(configuration)
    let context = stack.makeContext(author: "preview")
    #expect(try context.count(Dish.self) == 4)
    #expect(stack.presetReport.inserted.count == 11)
    context.delete(try #require(try context.dish("sample")))
    try context.save()
    #expect(try DataStack(configuration).makeContext().count(Dish.self) == 4)
  }

  @Test("What cannot be opened is told to whoever makes the stack")
  func errors() throws {
    let place = URL(fileURLWithPath: "/dev/null/kitchen.store")
    #expect(throws: SwiftDataError.self) { try DataStack(.kitchen.at(place)) }
    struct NoSamples: Error {}
    #expect(throws: NoSamples.self) {
      try DataStack(.kitchen.inMemory { _ in throw NoSamples() })
    }
  }

  @Test("An extension shares the store, with a policy of its own")
  func sharing() throws {
    try Kitchen.with(.file) { url in
      let directory = try #require(url?.deletingLastPathComponent())
      let app = try DataStack(.kitchen.at(directory.appendingPathComponent("default.store")))
      let other = try DataStack(.kitchen.shared(in: directory))
      #expect(other.presetReport.isEmpty)
      #expect(other.makeContext().mergePolicy == .mergeByPropertyStoreTrump)
      let context = other.makeContext()
      context.insert(Dish("theirs", "Theirs"))
      try context.save()
      #expect(try app.makeContext().dish("theirs") != nil)
    }
  }

  @Test("Another container can be put in the place of the configured one")
  func injection() throws {
    let own = try Kitchen.container(nil)
    let stack = try DataStack(.kitchen) { _, _, _ in own }
    #expect(stack.container === own)
    #expect(try ModelContext(own).count(Dish.self) == 3)
  }

  @Test("Handlers work off the main thread, and what they save is seen by the main context")
  @MainActor
  func handlers() async throws {
    var configuration = DataStackConfiguration.kitchen.inMemory()
    configuration.mergePolicy = .error
    let stack = try DataStack(configuration)
    let make = stack.handlers { DishHandler(modelContainer: $0) }
    let id = try await make().create("New")
    let dish = try #require(stack.mainContext.model(for: id) as? Dish)
    #expect(dish.title == "New")
    // The handler is not kept, and its changes are there nevertheless.
    try await make().rename(id, to: "Newer")
    #expect(dish.title == "Newer")
    #expect(await make().policy == .error)
    #expect(await make().isOnMainThread == false)
    let isMain = await stack.mainHandlers { context in context === stack.mainContext }()
    #expect(isMain)
  }
}
