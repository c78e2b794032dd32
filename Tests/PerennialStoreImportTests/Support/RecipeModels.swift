import Foundation
import Observation
import Perennial
import PerennialAppleStores

// The recipes of an app: the shape of use case UC1.

@Model final class Recipe {
  @Attribute(.unique) var code: String
  var name: String
  var minutes: Int
  var difficulty: Difficulty?
  var rating: Float
  @Relationship(deleteRule: .cascade, inverse: \Step.recipe) var steps: [Step] = []
  @Relationship(inverse: \Label.recipes) var labels: [Label] = []
  init(code: String, name: String, minutes: Int = 0) {
    (self.code, self.name, self.minutes, rating) = (code, name, minutes, 0)
  }
}

enum Difficulty: Int, Codable {
  case easy = 1
  case hard = 2
}

@Model final class Step {
  var text: String
  var token = UUID()
  var recipe: Recipe
  init(text: String, recipe: Recipe) {
    self.text = text
    self.recipe = recipe
  }
}

@Model final class Label {
  var name: String
  var colour: String = "grey"
  var recipes: [Recipe] = []
  init(name: String) { self.name = name }
}

/// A file with recipes, whose parts a test changes before it writes it.
enum RecipeFile {
  static let recipe = StoredModel.Entity(
    "Recipe",
    [
      .init("code", .string), .init("name", .string), .init("minutes", .integer(bits: 64)),
      .init("difficulty", .integer(bits: 64)), .init("rating", .double),
    ],
    [
      .init("steps", to: "Step", inverse: "recipe", isToMany: true, isOrdered: true),
      .init("labels", to: "Label", inverse: "recipes", isToMany: true, isOrdered: true),
    ])
  static let step = StoredModel.Entity(
    "Step", [.init("text", .string)], [.init("recipe", to: "Recipe", inverse: "steps")])
  static let label = StoredModel.Entity(
    "Label", [.init("name", .string)],
    [.init("recipes", to: "Recipe", inverse: "labels", isToMany: true)])

  static func row(_ key: Int64, _ code: String, _ values: [String: AppleValue] = [:]) -> AppleRow {
    AppleRow(
      recipe, key,
      [
        "code": .text(code), "name": .text("Dish \(key)"), "minutes": .integer(10 * key),
        "rating": .real(0.5),
      ].merging(values) { $1 })
  }

  static func step(_ key: Int64, _ text: String, of recipe: Int64?) -> AppleRow {
    AppleRow(
      step, key, ["text": .text(text)],
      references: recipe.map { ["recipe": AppleReference(entity: "Recipe", key: $0)] } ?? [:])
  }

  static func label(_ key: Int64, _ name: String) -> AppleRow {
    AppleRow(label, key, ["name": .text(name)])
  }

  static func link(_ recipe: Int64, _ label: Int64, _ position: Int64) -> AppleLink {
    AppleLink(
      owner: recipe, target: AppleReference(entity: "Label", key: label), position: position,
      isDangling: false)
  }

  static func stepLink(_ recipe: Int64, _ step: Int64, _ position: Int64) -> AppleLink {
    AppleLink(
      owner: recipe, target: AppleReference(entity: "Step", key: step), position: position,
      isDangling: false)
  }
}
