import Foundation
public import PerennialPresets
import SwiftData

extension RecipeSeeds {
  /// The name by which stores know the catalog.
  static let catalogName = "cookbook"

  /// The recipes, their ingredients and the tags as presets.
  ///
  /// When a recipe came into the book, whether it is a favourite and how it was rated is the cook's
  /// from the beginning. An ingredient is told by its name.
  public var catalog: PresetCatalog {
    var recipes = Presets(id: \Recipe.presetKey) { self.makeRecipes() }
      .leavingToUser(\.createdAt, \.isFavorite, \.averageRating)
    for recipe in self.recipes {
      if let former = recipe.formerly { recipes = recipes.renamed(recipe.key, formerly: former) }
    }
    return PresetCatalog(Self.catalogName, version: version) {
      Presets(id: \.name) { tags.map { Tag(name: $0.name, color: $0.color) } }
      recipes
      PresetParts(\Recipe.ingredients, id: \.name)
    }
  }

  private func makeRecipes() -> [Recipe] {
    let now = Date()
    let tags = Dictionary(
      self.tags.map { ($0.name, Tag(name: $0.name, color: $0.color)) },
      uniquingKeysWith: { first, _ in first }
    )
    return recipes.enumerated().map { index, seed in
      let recipe = Recipe(
        uid: seed.id,
        title: seed.title,
        summary: seed.summary,
        cuisine: seed.cuisine,
        servings: seed.servings,
        minutes: seed.minutes,
        difficulty: seed.difficulty,
        instructions: seed.instructions,
        createdAt: now.addingTimeInterval(TimeInterval(-index)),
        presetKey: seed.key
      )
      recipe.ingredients = seed.ingredients.enumerated().map { Ingredient($1, position: $0) }
      recipe.tags = seed.tags.compactMap { tags[$0] }
      return recipe
    }
  }
}
