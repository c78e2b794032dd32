import Foundation
import PerennialPresets
import SwiftData
import Testing

// Tags that the app offers, and that the user may add to.

@Suite("UC5 Presets in a synced app, declared")
struct SyncedPresetsTests {
  private static func catalog(_ version: Int) -> PresetCatalog {
    PresetCatalog("tags", version: version, namespace: "https://example.com/app") {
      Presets(TagPreset.self)
    }
  }

  private func device(_ version: Int) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(Kitchen.models), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)],
      presets: [Self.catalog(version)])
  }

  @Test("Two devices that have never met have the same presets under the same keys")
  func sameKeys() throws {
    let contexts = [ModelContext(try device(1)), ModelContext(try device(1))]
    let keys = try contexts.map { context in
      try context.fetch(FetchDescriptor<DishTag>(sortBy: [SortDescriptor(\.name)])).map {
        [
          $0.presetID, try $0.presetState().preset?.id,
          "\($0.persistentModelID.id)".suffix(24).description,
        ]
      }
    }
    #expect(keys[0] == keys[1])
  }

  @Test("The user's own tags are nobody's presets, and nothing needs a marker")
  func ownTags() throws {
    let container = try device(1)
    let context = ModelContext(container)
    context.insert(DishTag(name: "Grandma's"))
    try context.save()
    #expect(try container.presets.apply().isEmpty)
    #expect(try container.usePresets([Self.catalog(2)]).inserted.isEmpty)
    #expect(try context.count(DishTag.self) == 4)
    let own = try context.fetch(FetchDescriptor<DishTag>(), presets: .userCreated)
    #expect(own.map(\.name) == ["Grandma's"])
  }

  @Test("A deletion outlives openings and versions; an edit outlives versions")
  func edits() throws {
    let container = try device(1)
    let context = ModelContext(container)
    context.delete(try #require(try context.tag("vegan")))
    try #require(try context.tag("quick")).name = "Fast"
    try context.save()
    for version in [1, 2, 3] { try container.usePresets([Self.catalog(version)]) }
    #expect(try context.tag("vegan") == nil)
    #expect(try context.tag("quick")?.name == "Fast")
    try container.presets.restore()
    #expect(try context.tag("vegan")?.name == "Vegan")
    #expect(try context.tag("quick")?.name == "Fast")
  }
}
