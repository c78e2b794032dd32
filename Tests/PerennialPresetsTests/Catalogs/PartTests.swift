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

  /// A context with the first version, and the parts of its dish, one of which was edited.
  private func edited() throws -> (ModelContext, [DishPart]) {
    let container = try Kitchen.container(nil)
    try container.usePresets([catalog(1, "pasta")])
    let context = ModelContext(container)
    let parts = try #require(try context.dish("pasta")).parts.sorted { $0.name < $1.name }
    parts[0].amount = "80 g"
    try context.save()
    return (context, parts)
  }

  @Test("Parts of a preset that has another ID than before stay what they are, with their edits")
  func renamed() throws {
    let (context, parts) = try edited()
    let report = try context.container.usePresets([catalog(2, "pasta-al-dente", formerly: "pasta")])
    #expect(report.inserted.isEmpty && report.retired.isEmpty && report.keptRetired.isEmpty)
    #expect(parts.map(\.amount) == ["80 g", "2"])
    #expect(try parts[0].presetState().preset?.id == "pasta-al-dente/Pasta")
    #expect(try context.count(DishPart.self) == 2)
  }

  @Test("They stay so when it has had several")
  func renamedTwice() throws {
    let (context, parts) = try edited()
    let report = try context.container.usePresets([
      PresetCatalog("menu", version: 3) {
        Presets(id: \.slug) {
          [Dish("penne", "Penne", parts: [DishPart("Pasta", "3"), DishPart("Salt", "3")])]
        }
        .renamed("penne", formerly: "noodles")
        .renamed("noodles", formerly: "pasta")
        PresetParts(\Dish.parts, id: \.name)
      }
    ])
    #expect(report.inserted.isEmpty && report.retired.isEmpty && report.keptRetired.isEmpty)
    #expect(parts.map(\.amount) == ["80 g", "3"])
    #expect(try parts[0].presetState().preset?.id == "penne/Pasta")
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

  @Test("A reset lets go of parts that the user has added, of the presets that are meant only")
  func added() throws {
    let container = try Kitchen.container(1)
    let context = ModelContext(container)
    let pasta = try #require(try context.dish("pasta"))
    let soup = try #require(try context.dish("soup"))
    for dish in [pasta, soup] { dish.parts.append(DishPart("Pepper")) }
    context.insert(Dish("own", "Own", parts: [DishPart("Love")]))
    try context.save()
    let preset = try #require(try pasta.presetState().preset)
    let report = try container.presets.reset(.preset(preset))
    #expect(report.deletedUserObjects == ["DishPart": 1])
    #expect(Set(pasta.parts.map(\.name)) == ["Pasta", "Salt"])
    #expect(Set(soup.parts.map(\.name)) == ["Leek", "Pepper"])
    try container.presets.undo(report)
    #expect(pasta.parts.count == 3)
    #expect(try container.presets.reset(.presets).deletedUserObjects == ["DishPart": 2])
    #expect(try context.dish("own")?.parts.map(\.name) == ["Love"])
  }

  @Test("A preset that was deleted under its former ID is brought back under its present one")
  func deleted() throws {
    let container = try Kitchen.container(nil)
    try container.usePresets([catalog(1, "pasta")])
    let context = ModelContext(container)
    context.delete(try #require(try context.dish("pasta")))
    try context.save()
    try container.usePresets([catalog(2, "noodles", formerly: "pasta")])
    let deleted = try container.presets.deletedPresets(of: Dish.self)
    #expect(deleted.map(\.id) == ["noodles"])
    try container.presets.restore(.preset(try #require(deleted.first)))
    #expect(try context.dish("noodles")?.parts.count == 2)
  }

  @Test("A reset of everything makes presets new, with what was left to the user")
  func userProperties() throws {
    let container = try Kitchen.container(1)
    let context = ModelContext(container)
    let pasta = try #require(try context.dish("pasta"))
    pasta.isFavourite = true
    try context.save()
    try container.presets.reset(.presets)
    #expect(pasta.isFavourite)
    let report = try container.presets.reset(.everything)
    #expect(report.updated.map(\.names) == [["isFavourite"]])
    #expect(!pasta.isFavourite)
    pasta.isFavourite = true
    try context.save()
    #expect(try pasta.presetState().editedFields == [])
  }

  @Test("An object of the user in the place of a preset keeps its own parts, and gets no others")
  func standIn() throws {
    let container = try ModelContainer(
      for: Schema([Menu.self, MenuLine.self]),
      configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
    let context = ModelContext(container)
    let own = Menu("Lunch", [MenuLine("Soup")])
    context.insert(own)
    try context.save()
    func catalog(_ version: Int) -> PresetCatalog {
      PresetCatalog("menus", version: version) {
        Presets(id: \.name) {
          [Menu("Lunch", [MenuLine("Pasta")]), Menu("Dinner", [MenuLine("Stew")])]
        }
        PresetParts(\Menu.lines, id: \.name)
      }
    }
    for version in 1...2 {
      let report = try container.usePresets([catalog(version)])
      #expect(report.issues.map(\.preset.id).sorted() == ["Lunch", "Lunch/Pasta"])
      #expect(own.lines.map(\.name) == ["Soup"])
      #expect(try context.count(MenuLine.self) == 2)
    }
  }
}

@Model
private final class Menu {
  @Attribute(.unique) var name: String
  @Relationship(deleteRule: .cascade, inverse: \MenuLine.menu) var lines: [MenuLine] = []

  init(_ name: String, _ lines: [MenuLine]) {
    self.name = name
    self.lines = lines
  }
}

@Model
private final class MenuLine {
  var name: String
  var menu: Menu?

  init(_ name: String) { self.name = name }
}
