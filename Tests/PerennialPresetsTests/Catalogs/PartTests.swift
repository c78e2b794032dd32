import PerennialPresets
import SwiftData
import Testing

@Suite("Parts of presets")
struct PartTests {
  private func catalog(_ version: Int, _ slug: String, formerly: String? = nil) -> PresetCatalog {
    PresetCatalog("menu", version: version) {
      let dishes = Presets(id: \Dish.slug) {
        [
          Dish(
            slug, "Pasta \(version)",
            parts: [DishPart("Pasta", "\(version)00 g"), DishPart("Salt", "\(version)")])
        ]
      }
      formerly.map { dishes.renamed(slug, formerly: $0) } ?? dishes
      PresetParts(\Dish.parts, id: \.name)
    }
  }

  @Test("Parts of a preset that has another ID than before stay what they are, with their edits")
  func renamed() throws {
    let container = try Kitchen.container(nil)
    try container.usePresets([catalog(1, "pasta")])
    let context = ModelContext(container)
    let parts = try #require(try context.dish("pasta")).parts.sorted { $0.name < $1.name }
    parts[0].amount = "80 g"
    try context.save()
    let report = try container.usePresets([catalog(2, "pasta-al-dente", formerly: "pasta")])
    #expect(report.inserted.isEmpty && report.retired.isEmpty && report.keptRetired.isEmpty)
    #expect(parts.map(\.amount) == ["80 g", "2"])
    #expect(try parts[0].presetState().preset?.id == "pasta-al-dente/Pasta")
    #expect(try context.count(DishPart.self) == 2)
  }

  @Test("A conflict has the texts as they are, however long")
  func conflict() throws {
    let container = try Kitchen.container(nil)
    try container.usePresets([catalog(1, "pasta")])
    let context = ModelContext(container)
    let own = String(repeating: "My own “pasta”. ", count: 20)
    try #require(try context.dish("pasta")).title = own
    try context.save()
    let report = try container.usePresets([catalog(2, "pasta")])
    #expect(report.conflicts.map(\.mine) == [own])
    #expect(report.conflicts.map(\.base) == ["Pasta 1"])
    #expect(report.conflicts.map(\.theirs) == ["Pasta 2"])
  }
}
