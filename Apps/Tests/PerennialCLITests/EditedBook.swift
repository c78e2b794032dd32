import Foundation
import PerennialPresets
import SwiftData

/// A store with the tables that the pages about other tools describe.
///
/// Its tags are presets alone. Those of Bread are a preset that no statement changes, and one that statements delete.
enum EditedBook {
  @Model final class Recipe {
    @Attribute(.unique) var title: String
    var minutes: Int
    var isFavorite: Bool
    var added: Date
    var price: Decimal
    var identifier: UUID
    var hints: [String]
    @Relationship(deleteRule: .cascade, inverse: \Step.recipe) var steps: [Step] = []
    @Relationship(inverse: \Tag.recipes) var tags: [Tag] = []

    init(title: String, price: Decimal = 0) {
      self.title = title
      (minutes, isFavorite, self.price, hints) = (60, false, price, [])
      (added, identifier) = (Date(timeIntervalSinceReferenceDate: 0), UUID())
    }
  }

  @Model final class Step {
    var text: String
    var recipe: Recipe?

    init(_ text: String) { self.text = text }
  }

  @Model final class Tag {
    @Attribute(.unique) var name: String
    var note: String?
    var recipes: [Recipe] = []

    init(_ name: String, note: String? = nil) { (self.name, self.note) = (name, note) }
  }

  /// The values of a recipe, as a program reads them.
  struct Contents: Equatable {
    var title: String
    var minutes: Int
    var steps: [String] = []
    var tags: [String] = []
  }

  /// Bread as it is in a new store.
  static let bread = Contents(
    title: "Bread", minutes: 60, steps: ["Knead.", "Bake."], tags: ["Festive", "Quick"])

  static func container(at url: URL, version: Int = 1) throws -> ModelContainer {
    try ModelContainer(
      for: Recipe.self, Step.self, Tag.self, configurations: ModelConfiguration(url: url),
      presets: PresetCatalog("basics", version: version) {
        Presets(id: \Tag.name) {
          ["Festive", "Quick"].map { Tag($0, note: version == 1 ? nil : "Version \(version)") }
        }
      })
  }

  static func make(at url: URL) throws {
    let context = ModelContext(try container(at: url))
    let bread = Recipe(title: "Bread")
    context.insert(bread)
    bread.steps = Self.bread.steps.map(Step.init)
    bread.tags = try context.fetch(FetchDescriptor<Tag>(sortBy: [SortDescriptor(\.name)]))
    try context.save()
  }

  /// Returns the recipes and the names of the tags, as a program reads them.
  static func contents(of url: URL) throws -> (recipes: [Contents], tags: [String]) {
    let context = ModelContext(try container(at: url))
    let recipes = try context.fetch(FetchDescriptor<Recipe>(sortBy: [SortDescriptor(\.title)]))
    let tags = try context.fetch(FetchDescriptor<Tag>(sortBy: [SortDescriptor(\.name)]))
    return (
      recipes.map {
        Contents(
          title: $0.title, minutes: $0.minutes, steps: $0.steps.map(\.text),
          tags: $0.tags.map(\.name))
      },
      tags.map(\.name)
    )
  }
}
