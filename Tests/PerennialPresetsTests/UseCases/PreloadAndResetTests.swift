import Foundation
import Observation
import PerennialPresets
import SwiftData
import Synchronization
import Testing

// The code that an app developer writes: the content, a container with it, and a button.

private let content = PresetCatalog("kitchen", version: 1) {
  Presets(TagPreset.self)
  Presets(id: \.name) { [Course("Main"), Course("Dessert")] }
  Presets(id: \.slug) { Kitchen.dishes(1) }
  PresetParts(\Dish.parts, id: \.name)
}

@Suite("UC1 Preload and reset, declared")
@MainActor
struct PreloadAndResetTests {
  private func container(_ url: URL? = nil) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(Kitchen.models), configurations: [Kitchen.configuration(url)], presets: [content])
  }

  @Test("A hundred resets, with objects held and read, and a list that goes on")
  func hundredResets() throws {
    let container = try container()
    let context = container.mainContext
    let pasta = try #require(try context.dish("pasta"))
    var held: [Dish] = []
    for round in 1...100 {
      let own = Dish("own", "Own \(round)")
      context.insert(own)
      held.append(own)
      pasta.title = "Edited \(round)"
      context.delete(try #require(try context.dish("soup")))
      try context.save()
      try container.presets.reset(.everything)
      #expect(pasta.title == "Pasta")
      #expect(try context.count(Dish.self) == 3)
      #expect(try context.count(DishPart.self) == 3)
      #expect(try context.count(DishTag.self) == 3)
      #expect(held.map(\.title) == (1...round).map { "Own \($0)" })
      #expect(try context.dish("soup")?.parts.map(\.name) == ["Leek"])
    }
    #expect(pasta === (try context.dish("pasta")))
  }

  @Test("An object's observers are told once of a reset")
  func observation() throws {
    let container = try container()
    let context = container.mainContext
    let pasta = try #require(try context.dish("pasta"))
    pasta.title = "Edited"
    pasta.minutes = 1
    try context.save()
    let count = Mutex(0)
    withObservationTracking {
      _ = (pasta.title, pasta.minutes)
    } onChange: {
      count.withLock { $0 += 1 }
    }
    try container.presets.reset(.presets)
    #expect(pasta.title == "Pasta")
    #expect(count.withLock { $0 } == 1)
  }

  @Test("Containers that open a new store at once give it one set of presets")
  func atOnce() async throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "perennial-presets-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let url = directory.appending(path: "a.store")
    let schema = Schema(Kitchen.models)
    _ = try ModelContainer(for: schema, configurations: [ModelConfiguration(url: url)])
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let container = try ModelContainer(
            for: schema, configurations: [ModelConfiguration(url: url)], presets: [content])
          return try ModelContext(container).count(Dish.self)
        }
      }
      for try await count in group { #expect(count == 3) }
    }
    #expect(try container(url).mainContext.count(DishTag.self) == 3)
  }
}
