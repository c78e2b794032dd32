import PerennialPresets
import SwiftData
import Testing

@Suite("Relationships that are the user's from the beginning")
struct UserLinkTests {
  private static func catalog(_ version: Int) -> PresetCatalog {
    PresetCatalog("kitchen", version: version) {
      Presets(TagPreset.self)
      Presets(id: \.slug) {
        let tags = version == 1 ? [TagPreset.quick, .vegan] : [.festive]
        return [Dish("pasta", "Pasta", tags: tags.map { $0.makeModel() })]
      }.leavingToUser(\.tags)
    }
  }

  private static func container() throws -> ModelContainer {
    try ModelContainer(
      for: Schema(Kitchen.models), configurations: [Kitchen.configuration(nil)],
      presets: [catalog(1)])
  }

  private func tags(_ context: ModelContext) throws -> [String] {
    try #require(try context.dish("pasta")).tags.map(\.name)
  }

  @Test("They begin with what the catalog gives, in its order, and no version touches them again")
  func versions() throws {
    let container = try Self.container()
    let context = ModelContext(container)
    #expect(try tags(context) == ["Quick", "Vegan"])
    let pasta = try #require(try context.dish("pasta"))
    #expect(try #require(try context.tag("quick")).dishes == [pasta])
    let report = try container.usePresets([Self.catalog(2)])
    #expect(report.updated.isEmpty)
    #expect(try tags(context) == ["Quick", "Vegan"])
    pasta.tags.removeFirst()
    try context.save()
    #expect(try pasta.presetState().editedFields == [])
    try container.usePresets([Self.catalog(3)])
    #expect(try tags(context) == ["Vegan"])
    #expect(try pasta.presetState().editedFields == [])
  }

  @Test("No reset touches them but one of everything; who was deleted begins again")
  func resets() throws {
    let container = try Self.container()
    let context = ModelContext(container)
    let pasta = try #require(try context.dish("pasta"))
    pasta.tags = [DishTag(name: "Mine")]
    try context.save()
    try container.presets.reset(.presets, backup: .none)
    #expect(try tags(context) == ["Mine"])
    try container.presets.reset(.everything, backup: .none)
    #expect(try tags(context) == ["Quick", "Vegan"])
    #expect(try pasta.presetState().editedFields == [])
    context.delete(pasta)
    try context.save()
    let report = try container.presets.restore()
    #expect(report.restored.map(\.id) == ["pasta"] && report.updated.isEmpty)
    #expect(try tags(context) == ["Quick", "Vegan"])
  }
}
